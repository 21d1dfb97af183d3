// Archives an account's own portfolio once nothing is to be bought or filled from it any more.
import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { holdForArchiving, markArchived } from "#domain/catalogue";
import { countPlacedFrom } from "#domain/orders";

const many = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${count} ${more}`;

/** What is still to be sold or filled from the portfolio, in words; null where nothing is. */
async function findSales(ctx: AccountContext, id: string): Promise<string | null> {
  const open = await ctx.db.prisma.checkoutSession.count({
    where: { accountId: ctx.account.id, portfolioId: id, state: "open" },
  });
  if (open > 0) {
    const sessions = many(open, "checkout session is", "checkout sessions are");
    return `${sessions} open with it. A session ends after 24 hours, or when it is expired by the API.`;
  }
  const placed = await countPlacedFrom(ctx, { portfolioId: id });
  if (placed > 0) return `${many(placed, "order waits", "orders wait")} to be filled from it.`;
  return null;
}

/** @throws not-found; forbidden; conflict, saying why, while the portfolio is still needed */
export async function archivePortfolio(ctx: AccountContext, input: { id: string }): Promise<void> {
  await holdForArchiving(ctx, input);
  const sales = await findSales(ctx, input.id);
  if (sales) throw conflict("This portfolio is still in use", sales);
  await markArchived(ctx, input);
}
