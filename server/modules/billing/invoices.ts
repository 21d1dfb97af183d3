import { sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { MAX_HITS } from "#core/find";
import { type Currency, formatMoney } from "#core/money";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { containing } from "#core/text";
import { recordAudit } from "#domain/accounts";
import type { Invoice as Row } from "#prisma";
import { addReferencedEntry, lockBalance } from "./balances/balances";
import type { BalanceTables } from "./balances/tables";
import { daysOverdue, type InvoiceState, stateOf } from "./content-rules";
import { InvoiceContent, type RecordInvoicePayment } from "./schema";
import type { BillingTables } from "./tables";

const query = queriesOn<BillingTables & BalanceTables>();

/** An issued document with what has happened to it since. */
export interface Document {
  id: string;
  accountId: string;
  creditsInvoiceId: string | null;
  currency: Currency;
  content: InvoiceContent;
  contentHash: string;
  createdAt: Date;
  paid: number;
  credited: number;
  openAmount: number;
  /** Whole days; 0 if nothing is open or it is not due yet. */
  overdueDays: number;
  /** Null for a credit note. */
  state: InvoiceState | null;
}

const findSums = query("billing-sums", (db, { ids }: Params<{ ids: readonly string[] }>) =>
  db
    .selectFrom("invoices as i")
    .select("i.id")
    .select((eb) => [
      eb
        .selectFrom("accountLedger as l")
        .select(sql<number>`coalesce(sum(l.amount), 0)::bigint`.as("paid"))
        .whereRef("l.invoiceId", "=", "i.id")
        .where("l.kind", "=", "invoice_payment")
        .as("paid"),
      eb
        .selectFrom("invoices as note")
        .select(sql<number>`coalesce(sum(note.total), 0)::bigint`.as("credited"))
        .whereRef("note.creditsInvoiceId", "=", "i.id")
        .as("credited"),
    ])
    .where("i.id", "=", sql<string>`any (${ids}::text[])`),
);

async function toDocuments(ctx: Context, rows: readonly Row[]): Promise<Document[]> {
  const sums = await findSums(ctx.db, { ids: rows.map(({ id }) => id) });
  const byId = new Map(sums.map((sum) => [sum.id, sum]));
  return rows.map((row) => {
    const content = InvoiceContent.parse(JSON.parse(row.content));
    const paid = byId.get(row.id)?.paid ?? 0;
    const credited = byId.get(row.id)?.credited ?? 0;
    const isDue = content.due_on !== null;
    const total = content.total;
    const { state, openAmount } = stateOf({ isDue, total, paid, credited });
    return {
      id: row.id,
      accountId: row.accountId,
      creditsInvoiceId: row.creditsInvoiceId,
      currency: row.currency,
      content,
      contentHash: row.contentHash,
      createdAt: row.createdAt,
      ...{ paid, credited, openAmount },
      overdueDays: openAmount > 0 ? daysOverdue(content.due_on ?? "", ctx.now) : 0,
      state: content.kind === "invoice" ? state : null,
    };
  });
}

// Ids of invoices and of credit notes differ in their prefix, so they do not sort together.
const order = (direction: "asc" | "desc") => [{ createdAt: direction }, { id: direction }];

/** Condition of the rows beyond the cursor. @throws invalid naming the cursor's parameter */
async function beyond(ctx: AccountContext, { id, direction, parameter }: Cursor) {
  const row = await ctx.db.prisma.invoice.findFirst({ where: { id, accountId: ctx.account.id } });
  if (!row) throw invalid(parameter, "is not the id of an invoice or credit note", "unknown-id");
  const { createdAt } = row;
  return direction === "older"
    ? { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
    : { OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] };
}

/** A page of the account's documents, newest first. */
export async function listInvoices(ctx: AccountContext, input: PageQuery): Promise<Page<Document>> {
  const cursor = cursorOf(input);
  const rows = await ctx.db.prisma.invoice.findMany({
    where: { accountId: ctx.account.id, ...(cursor && (await beyond(ctx, cursor))) },
    orderBy: order(cursor?.direction === "newer" ? "asc" : "desc"),
    take: input.limit + 1,
  });
  const page = pageOf(rows, input.limit, cursor);
  return { ...page, data: await toDocuments(ctx, page.data) };
}

/** The documents of all accounts that were issued in the period, in the order of their numbers. */
export async function listIssuedDocuments(
  ctx: Context,
  { mode, from, to }: { mode: Mode; from: Date; to: Date },
): Promise<Document[]> {
  const rows = await ctx.db.prisma.invoice.findMany({
    where: { mode, issuedOn: { gte: from, lt: to } },
    orderBy: [{ kind: "desc" }, { year: "asc" }, { sequence: "asc" }],
  });
  return toDocuments(ctx, rows);
}

/** The account's newest documents with this id, or with the text in their number. */
export async function findInvoices(ctx: AccountContext, text: string): Promise<Row[]> {
  return ctx.db.prisma.invoice.findMany({
    where: { accountId: ctx.account.id, OR: [{ id: text }, { number: containing(text) }] },
    orderBy: order("desc"),
    take: MAX_HITS,
  });
}

async function findRow(ctx: AccountContext, id: string): Promise<Row> {
  const row = await ctx.db.prisma.invoice.findFirst({ where: { id, accountId: ctx.account.id } });
  if (!row) throw notFound("invoice");
  return row;
}

/** One of the account's documents. @throws not-found */
export async function getInvoice(ctx: AccountContext, { id }: { id: string }): Promise<Document> {
  const [document] = await toDocuments(ctx, [await findRow(ctx, id)]);
  if (!document) throw notFound("invoice");
  return document;
}

/**
 * Records a payment of an invoice, once per reference.
 * @throws not-found; conflict; invalid `amount`
 */
export async function recordInvoicePayment(
  ctx: AccountContext,
  input: RecordInvoicePayment,
): Promise<Document> {
  const { invoice_id: id, amount, reference } = input;
  await lockBalance(ctx);
  const invoice = await getInvoice(ctx, { id });
  if (invoice.content.kind !== "invoice") throw conflict("A credit note is not paid");
  if (invoice.openAmount === 0) throw conflict("The invoice has no open amount");
  if (amount > invoice.openAmount) {
    const open = formatMoney({ minor: invoice.openAmount, currency: invoice.currency }, "en-US");
    throw invalid(
      "amount",
      `must be at most the open amount, ${open}; record the rest as a deposit`,
      "too-large",
    );
  }
  await addReferencedEntry(ctx, {
    kind: "invoice_payment",
    amount,
    reference,
    invoiceId: id,
  });
  await recordAudit(ctx, {
    action: "invoice.payment_recorded",
    subjectId: id,
    data: { amount, currency: invoice.currency, reference },
  });
  return getInvoice(ctx, { id });
}
