import type { z } from "zod";
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import type { Page } from "#core/page";
import { readSubaccountField } from "#domain/accounts";
import { type DocumentRow, findDocuments } from "./documents-store";
import { findSales, type SaleKey, type SaleRow } from "./lines-store";
import { findMoney, findMoneyKey, type MoneyKey, type MoneyRow } from "./money-store";
import type { Month } from "./month-rules";
import type { ListStatementLines } from "./schema";

type ListLines = z.infer<typeof ListStatementLines> & { month: Month };

/** A sale (an allocation of an order), a payment or refund of a customer, or a document. */
export type StatementLine = (SaleRow & { kind: "sale" }) | MoneyRow | DocumentRow;

interface Place {
  sale?: SaleKey;
  money?: MoneyKey;
  document?: MoneyKey;
}

/** @throws invalid naming the cursor */
async function placeAfter(ctx: AccountContext, id: string | undefined): Promise<Place> {
  if (id === undefined) return {};
  const accountId = ctx.account.id;
  const [, orderId = "", start = ""] = /^(ord_.+)_(0|[1-9]\d{0,8})$/.exec(id) ?? [];
  const sale = await ctx.db.prisma.retirement.findFirst({
    where: { accountId, orderId, orderStartKg: Number(start) },
    select: { retiredAt: true, orderId: true, orderStartKg: true },
  });
  if (sale) return { sale };
  const money = await findMoneyKey(ctx.db, { accountId, id });
  if (money) return { money };
  const document = await ctx.db.prisma.invoice.findFirst({ where: { accountId, id } });
  if (document) return { document: { at: document.createdAt, id } };
  throw invalid("starting_after", "is not the id of a line", "unknown-id");
}

/**
 * A page of the month's lines: first what was sold, then customers' money, then invoices and credit
 * notes, each oldest first.
 * @throws invalid naming an unknown cursor or subaccount
 */
export async function listStatementLines(
  ctx: AccountContext,
  input: ListLines,
): Promise<Page<StatementLine>> {
  const { limit, month } = input;
  const subaccount = await readSubaccountField(ctx, input);
  const subaccountId = subaccount?.id ?? null;
  const within = { accountId: ctx.account.id, subaccountId, from: month.from, to: month.to };
  const {
    sale = null,
    money = null,
    document = null,
  } = await placeAfter(ctx, input.starting_after);
  const lines: StatementLine[] = [];
  const left = () => limit + 1 - lines.length;
  if (!money && !document) {
    const sales = await findSales(ctx.db, within, { after: sale, limit: left() });
    lines.push(...sales.map((row) => ({ ...row, kind: "sale" as const })));
  }
  if (!document && left() > 0) {
    lines.push(...(await findMoney(ctx.db, within, { after: money, limit: left() })));
  }
  // Invoices are the account's own.
  if (subaccountId === null && left() > 0) {
    lines.push(...(await findDocuments(ctx.db, within, { after: document, limit: left() })));
  }
  return { data: lines.slice(0, limit), hasMore: lines.length > limit };
}
