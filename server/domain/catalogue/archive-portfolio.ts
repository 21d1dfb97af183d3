// Takes an account's own portfolio out of sale, for good; what was sold from it keeps it.
import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { requireOwnPortfolio } from "./require-own-portfolio";

const SHOWN_NAMES = 3;

const many = (count: number, one: string, more = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${count} ${more}`;

/** What still needs the portfolio, in words; null where nothing does. */
async function findNeed(ctx: AccountContext, id: string): Promise<string | null> {
  const { prisma } = ctx.db;
  const accountId = ctx.account.id;
  const asDefault = { defaultPortfolioId: id };
  if (await prisma.account.findFirst({ where: { id: accountId, ...asDefault } })) {
    return "It is the account's default. Choose another default first.";
  }
  const subaccounts = await prisma.subaccount.findMany({
    where: { accountId, ...asDefault },
    select: { name: true },
    take: SHOWN_NAMES + 1,
  });
  if (subaccounts.length > 0) {
    const names = subaccounts.slice(0, SHOWN_NAMES).map(({ name }) => name);
    const rest = subaccounts.length > SHOWN_NAMES ? " and others" : "";
    return `It is the default of ${names.join(", ")}${rest}. Choose another default for them first.`;
  }
  const ofIt = { accountId, portfolioId: id };
  const open = await prisma.checkoutSession.count({ where: { ...ofIt, state: "open" } });
  if (open > 0) {
    const sessions = many(open, "checkout session is", "checkout sessions are");
    return `${sessions} open with it. A session ends after 24 hours, or when it is expired by the API.`;
  }
  const waiting = await prisma.order.count({ where: { ...ofIt, state: "placed" } });
  if (waiting > 0) return `${many(waiting, "order waits", "orders wait")} to be filled from it.`;
  return null;
}

/** @throws not-found; conflict, saying why, while anything is still to be bought or filled from it */
export async function archivePortfolio(ctx: AccountContext, input: { id: string }): Promise<void> {
  const { id, name } = await requireOwnPortfolio(ctx, input);
  const need = await findNeed(ctx, id);
  if (need) throw conflict("This portfolio is still in use", need);
  await ctx.db.prisma.portfolio.update({
    where: { mode_id: { mode: ctx.account.mode, id } },
    data: { archivedAt: ctx.now },
  });
  await recordAudit(ctx, { action: "portfolio.archived", subjectId: id, data: { name } });
}
