// Chooses the portfolio of all accounts of a mode that have not chosen their own.
import type { Context, Mode } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { getOfferedPortfolio, lockCatalogue } from "#domain/catalogue";

/** One that is offered to everyone. @throws not-found */
export async function setCatalogueDefault(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  await getOfferedPortfolio(ctx, { mode, id });
  // In turn with imports, which may choose it too: the log says what it was before.
  const { defaultPortfolioId: before } = await lockCatalogue(ctx, mode);
  if (before === id) return;
  await ctx.db.prisma.catalogue.update({ where: { mode }, data: { defaultPortfolioId: id } });
  await recordAudit(ctx, {
    action: "catalogue.default_set",
    subjectId: id,
    data: { mode, before },
  });
}
