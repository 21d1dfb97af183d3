import type { z } from "zod";
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import type { Page } from "#core/page";
import { readSubaccountField } from "#domain/accounts";
import type { Month } from "#domain/figures";
import { type DocumentRow, findDocuments } from "./documents-store";
import {
  findSales,
  type ReplacementKey,
  type SaleKey,
  type SaleRow,
  type SoldIn,
} from "./lines-store";
import { findMoney, findMoneyKey, type MoneyKey, type MoneyRow } from "./money-store";
import { findReplacements } from "./replacements";
import type { ListStatementLines } from "./schema";

type ListLines = z.infer<typeof ListStatementLines> & { month: Month };

/**
 * A sale (an allocation of an order), credits that replaced sold ones, a payment or refund of a
 * customer, or a document.
 */
export type StatementLine =
  | (SaleRow & { kind: "sale" })
  | (SaleRow & { kind: "replacement" })
  | MoneyRow
  | DocumentRow;

interface Place {
  sale?: SaleKey;
  replacement?: ReplacementKey;
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
  if (sale) {
    const order = await ctx.db.prisma.order.findFirst({ where: { accountId, id: orderId } });
    return sale.orderStartKg < (order?.amountKg ?? 0) ? { sale } : { replacement: sale };
  }
  const money = await findMoneyKey(ctx.db, { accountId, id });
  if (money) return { money };
  const document = await ctx.db.prisma.invoice.findFirst({ where: { accountId, id } });
  if (document) return { document: { at: document.createdAt, id } };
  throw invalid("starting_after", "is not the id of a line", "unknown-id");
}

/** Reads a kind of lines, after the cursor if it is of this kind. */
type Section = (place: Place, limit: number) => Promise<StatementLine[]>;

function sectionsOf(ctx: AccountContext, within: SoldIn): Record<keyof Place, Section> {
  const { db } = ctx;
  return {
    sale: async ({ sale: after = null }, limit) =>
      (await findSales(db, within, { after, limit })).map((row) => ({ ...row, kind: "sale" })),
    replacement: async ({ replacement: after = null }, limit) =>
      (await findReplacements(db, within, { after, limit })).map((row) => ({
        ...row,
        kind: "replacement",
      })),
    money: ({ money: after = null }, limit) => findMoney(db, within, { after, limit }),
    document: async ({ document: after = null }, limit) =>
      // Invoices are the account's own.
      within.subaccountId === null ? findDocuments(db, within, { after, limit }) : [],
  };
}

const order = ["sale", "replacement", "money", "document"] as const;

/**
 * A page of the month's lines: first what was sold, then credits that replaced others, then
 * customers' money, then invoices and credit notes, each oldest first.
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
  const place = await placeAfter(ctx, input.starting_after);
  const sections = sectionsOf(ctx, within);
  const first = Math.max(
    0,
    order.findIndex((name) => place[name] !== undefined),
  );
  const lines: StatementLine[] = [];
  for (const name of order.slice(first)) {
    const left = limit + 1 - lines.length;
    if (left > 0) lines.push(...(await sections[name](place, left)));
  }
  return { data: lines.slice(0, limit), hasMore: lines.length > limit };
}
