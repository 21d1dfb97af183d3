import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { monthOf } from "#domain/figures";
import { recordAdjustment, recordDeposit } from "#modules/billing/balances/balances";
import { recordInvoicePayment } from "#modules/billing/invoices";
import { issueCreditNote } from "#modules/billing/issue-credit-note";
import { endedMonth, issue, makeBilledAccount, sellOrders, setUpIssuer } from "#testing/billing";
import { makeStock, systemContext } from "#testing/factories";
import { findStatementFigures } from "./figures";
import { journalOf } from "./journal-rules";
import { listStatementLines } from "./lines";
import { linesCsv } from "./lines-csv";
import { getOperatorMonth } from "./operator-month";
import { toStatementResource } from "./resource";
import { getStatement } from "./statement";
import { toStatementView } from "./statement-view";

type Ctx = Awaited<ReturnType<typeof makeBilledAccount>>["ctx"];
type Row = Record<string, unknown>;

const month = monthOf(endedMonth().now);
/** At the end of the month in which documents are issued. */
const now = new Date(month.to.getTime() - 1);
const owing: Ctx[] = [];

/** Sells 100 kg for $2.00 plus 19% tax, issues the invoice, and credits half of it. */
async function bill(ctx: Ctx, portfolioId: string) {
  await sellOrders(ctx, { portfolioId, kg: [50, 50] });
  const invoice = await issue(ctx);
  if (!invoice) throw new Error("nothing was issued");
  await database().transaction((db) =>
    issueCreditNote(
      { ...ctx, db, now: endedMonth().now },
      { invoice_id: invoice.id, reason: "Goodwill", orders: undefined },
    ),
  );
  return invoice.id;
}

beforeAll(async () => {
  const { portfolioId } = await makeStock({ tonnes: 1_000 });
  await setUpIssuer();
  const german = { profile: { country_code: "DE" } };
  const monthly = await makeBilledAccount(german);
  const prepaid = await makeBilledAccount({ ...german, terms: "prepaid" });
  owing.push(monthly.ctx, prepaid.ctx);
  const deposit = { amount: 1_000, reference: "bank 1" };
  const correction = { amount: -7, reference: "own 1", note: "Bank charge" };
  await database().transaction(async (db) => {
    await recordDeposit({ ...prepaid.ctx, db, now }, deposit);
    await recordAdjustment({ ...prepaid.ctx, db, now }, correction);
  });
  await bill(prepaid.ctx, portfolioId);
  await sellOrders(monthly.ctx, { portfolioId, kg: [50, 50] });
  const { id = "" } = (await issue(monthly.ctx)) ?? {};
  const pay = { invoice_id: id, amount: 200, reference: "bank 2" };
  await database().transaction((db) => recordInvoicePayment({ ...monthly.ctx, db, now }, pay));
});

const amount = (rows: Row[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column] ?? 0) * 100), 0);

async function csvOf(ctx: Ctx): Promise<Row[]> {
  const all: Row[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await listStatementLines(ctx, { month, limit: 1, starting_after: after });
    const { head, rows } = linesCsv(page);
    all.push(...rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at], cell]))));
    after = page.data.at(-1)?.id;
    if (!page.hasMore) return all;
  }
}

it("billed is the same in figures, statement, document, CSV and the operator's month", async () => {
  for (const [at, ctx] of owing.entries()) {
    const statement = await getStatement({ ...ctx, now }, { month: month.key });
    const { billed } = toStatementResource(statement);
    const credited = at === 0 ? 0 : 238;
    expect(billed).toEqual({
      invoices: 1,
      ...{ invoiced: 238, credited, tax: at === 0 ? 38 : 0, billed: 238 - credited },
      invoiced_usd_cents: 238,
      credit_notes: at,
      credited_usd_cents: credited,
      tax_usd_cents: at === 0 ? 38 : 0,
      billed_usd_cents: 238 - credited,
    });
    const { billed: rows } = toStatementView(statement);
    expect(rows[2]).toEqual({ title: "Billed", amount: at === 0 ? "$2.38" : "$0.00" });
    const csv = await csvOf(ctx);
    expect(amount(csv, "invoiced") - amount(csv, "credited")).toBe(billed?.billed_usd_cents);
    expect(amount(csv, "invoiced_tax") - amount(csv, "credited_tax")).toBe(billed?.tax_usd_cents);
    expect(csv.map((row) => row["document_number"])).toHaveLength(1 + at);
  }
  const scope = { ...month, accountId: null, subaccountId: null, mode: "test" } as const;
  const all = [...(await findStatementFigures(systemContext(), scope)).values()];
  expect(all.reduce((sum, { billed }) => sum + billed.invoices, 0)).toBe(2);
  expect(all.reduce((sum, { billed }) => sum + billed.creditNotes, 0)).toBe(1);
});

it("the journal owes what is open, and the deposits are the balance of a prepaid account", async () => {
  const operator = { ...systemContext(), now };
  const { accounts } = await getOperatorMonth(operator, { mode: "test", month: month.key });
  const entries = journalOf(month, accounts);
  const balance = (role: string) =>
    entries.reduce(
      (sum, { debit, credit, amount }) =>
        sum + (debit === role ? amount : 0) - (credit === role ? amount : 0),
      0,
    );
  // The orders were sold in the month before: their $4.00 are in its journal.
  expect(balance("receivables") + 400).toBe(38);
  expect(balance("bank")).toBe(1_200);
  expect(balance("deposits")).toBe(-993);
  expect(balance("adjustments")).toBe(-7);
  expect(balance("tax")).toBe(-38);
});
