import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import type { Page } from "#core/page";
import { findSales, type SaleKey, type SaleRow } from "./lines-store";
import { findMoney, findMoneyKey, type MoneyKey, type MoneyRow } from "./money-store";
import type { Month } from "./month-rules";

/** A sale (an allocation of an order), or a payment or refund of a customer. */
export type StatementLine = (SaleRow & { kind: "sale" }) | MoneyRow;

type Place = { of: "sales"; after: SaleKey | null } | { of: "money"; after: MoneyKey };

/** @throws invalid naming the cursor */
async function placeAfter(ctx: AccountContext, id: string | undefined): Promise<Place> {
  if (id === undefined) return { of: "sales", after: null };
  const accountId = ctx.account.id;
  const [, orderId = "", start = ""] = /^(ord_.+)_(0|[1-9]\d{0,8})$/.exec(id) ?? [];
  const sale = await ctx.db.prisma.retirement.findFirst({
    where: { accountId, orderId, orderStartKg: Number(start) },
    select: { retiredAt: true, orderId: true, orderStartKg: true },
  });
  if (sale) return { of: "sales", after: sale };
  const money = await findMoneyKey(ctx.db, { accountId, id });
  if (money) return { of: "money", after: money };
  throw invalid("starting_after", "is not the id of a line", "unknown-id");
}

/**
 * A page of the month's lines: first what was sold, then customers' money, each oldest first.
 * @throws invalid naming an unknown cursor
 */
export async function listStatementLines(
  ctx: AccountContext,
  input: { month: Month; limit: number; starting_after?: string | undefined },
): Promise<Page<StatementLine>> {
  const { limit, month } = input;
  const within = { accountId: ctx.account.id, from: month.from, to: month.to };
  const place = await placeAfter(ctx, input.starting_after);
  const most = limit + 1;
  const sales =
    place.of === "sales"
      ? await findSales(ctx.db, within, { after: place.after, limit: most })
      : [];
  const lines: StatementLine[] = sales.map((row) => ({ ...row, kind: "sale" as const }));
  if (lines.length < most) {
    const after = place.of === "money" ? place.after : null;
    lines.push(...(await findMoney(ctx.db, within, { after, limit: most - lines.length })));
  }
  return { data: lines.slice(0, limit), hasMore: lines.length > limit };
}
