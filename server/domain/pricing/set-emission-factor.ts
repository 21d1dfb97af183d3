// Changes one emission factor of an installation; those that came with the product stay as they are.
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import { listEmissionFactors } from "./list-emission-factors";
import type { SetEmissionFactor } from "./schema";

/**
 * Changes a step that is in force. Imported factors stand in for all defaults of their activity,
 * so the activity's other steps become the installation's own as well, unchanged. @throws not-found
 */
export async function setEmissionFactor(
  ctx: Context,
  { mode, ...input }: SetEmissionFactor & { mode: Mode },
): Promise<void> {
  const { activity, from_distance_km: fromDistanceKm } = input;
  // In turn with imports, which replace an activity's steps as a whole.
  await lockCatalogue(ctx, mode);
  const inForce = await listEmissionFactors({ ...ctx, account: { mode } });
  const steps = inForce.filter((factor) => factor.activity === activity);
  const step = steps.find((factor) => factor.fromDistanceKm === fromDistanceKm);
  if (!step) throw notFound("emission factor");
  const { kg_co2e_per_unit: kgCo2ePerUnit, source, edition, url } = input;
  await ctx.db.prisma.emissionFactor.createMany({
    data: steps.map(({ origin: _, ...factor }) => ({ mode, ...factor })),
    skipDuplicates: true,
  });
  await ctx.db.prisma.emissionFactor.update({
    where: { mode_activity_fromDistanceKm: { mode, activity, fromDistanceKm } },
    data: { kgCo2ePerUnit, source, edition, url },
  });
  await recordAudit(ctx, {
    action: "emission_factor.set",
    subjectId: activity,
    data: {
      mode,
      from_distance_km: fromDistanceKm,
      kg_co2e_per_unit: kgCo2ePerUnit,
      before: step.kgCo2ePerUnit,
    },
  });
}
