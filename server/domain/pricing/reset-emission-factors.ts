// Gives an activity back the emission factors that came with the product.
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";

/** Forgets the installation's own steps of the activity. @throws not-found where it has none */
export async function resetEmissionFactors(
  ctx: Context,
  { mode, activity }: { mode: Mode; activity: string },
): Promise<void> {
  await lockCatalogue(ctx, mode);
  const { count } = await ctx.db.prisma.emissionFactor.deleteMany({ where: { mode, activity } });
  if (count === 0) throw notFound("emission factors of the installation's own");
  await recordAudit(ctx, {
    action: "emission_factor.reset",
    subjectId: activity,
    data: { mode, steps: count },
  });
}
