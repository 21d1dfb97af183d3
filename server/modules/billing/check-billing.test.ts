import { beforeAll, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { endedMonth, issue, makeBilledAccount, sellOrders, setUpIssuer } from "#testing/billing";
import { makeStock, systemContext } from "#testing/factories";
import { getBalance, recordDeposit } from "./balances/balances";
import { billingInvariants, checkBilling } from "./check-billing";
import { issueCreditNote } from "./issue-credit-note";
import { getInvoicePdf } from "./stored-pdfs";

beforeAll(async () => {
  const { portfolioId } = await makeStock({ tonnes: 1_000 });
  await setUpIssuer();
  const { ctx } = await makeBilledAccount({ limitAmount: 10_000 });
  await sellOrders(ctx, { portfolioId, kg: [10, 20] });
  const { id = "" } = (await issue(ctx)) ?? {};
  await getInvoicePdf(ctx, { id });
  await credit(ctx, id);
  await database().transaction((db) =>
    recordDeposit({ ...ctx, db }, { amount: 5, reference: "bank" }),
  );
});

/** Credits 5 cents of the invoice. */
async function credit(ctx: AccountContext, invoiceId: string) {
  const line = await database().prisma.invoiceLine.findFirstOrThrow({ where: { invoiceId } });
  const orders = [{ order_id: line.orderId, net: 5 }];
  await database().transaction((db) =>
    issueCreditNote(
      { ...ctx, db, now: endedMonth().now },
      { invoice_id: invoiceId, reason: "Goodwill", orders },
    ),
  );
}

/** The invariants that the check reports after these statements, which are rolled back. */
async function violatedBy(...statements: string[]): Promise<string[]> {
  let violated: string[] = [];
  const planted = database().transaction(async (db) => {
    for (const text of statements) await db.query({ name: "", text }, []);
    const faults = await checkBilling({ ...systemContext(), db });
    violated = [...new Set(faults.map(({ check }) => check))];
    throw new Error("rolled back");
  });
  await expect(planted).rejects.toThrow("rolled back");
  return violated;
}

/** The rules by which the database refuses every change of a document or entry. */
const dropRules = [
  "DROP RULE invoices_never_change ON invoices",
  "DROP RULE invoice_lines_never_change ON invoice_lines",
  "DROP RULE account_ledger_never_changes ON account_ledger",
];
const drop = (table: string, constraint: string) =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${constraint} CASCADE`;

it("reports nothing for books that are right", async () => {
  expect(await checkBilling(systemContext())).toEqual([]);
  expect(new Set(billingInvariants).size).toBe(billingInvariants.length);
});

it.each([
  [
    "a line of another price",
    /lines are its net amount/,
    ["UPDATE invoice_lines SET net = net + 1"],
  ],
  [
    "changed content",
    /has not changed/,
    [
      drop("invoices", "invoices_content_check"),
      "UPDATE invoices SET content = replace(content, 'Riverside', 'Someone')",
    ],
  ],
  [
    "a gap in the numbers",
    /numbered from 1 on without gaps/,
    [drop("invoices", "invoices_sequence_key"), "UPDATE invoices SET sequence = sequence + 1"],
  ],
  [
    "a counter that ran ahead",
    /numbered from 1 on without gaps/,
    [
      drop("document_counters", "document_counters_last_fkey"),
      "UPDATE document_counters SET last_sequence = last_sequence + 1",
    ],
  ],
  [
    "an order in another month's invoice",
    /orders of its account and month/,
    ["UPDATE invoices SET period = period - interval '1 month'"],
  ],
  [
    "a charge that differs from the invoice",
    /total is what its orders were charged/,
    [
      drop("account_ledger", "account_ledger_sum_check"),
      "UPDATE account_ledger SET amount = amount - 1 WHERE kind = 'order'",
    ],
  ],
  [
    "a balance that is not its entries",
    /balance is the sum of its entries/,
    [
      drop("account_balances", "account_balances_last_entry_fkey"),
      "UPDATE account_balances SET balance = balance + 1",
    ],
  ],
  [
    "a prepaid account with credit",
    /a prepaid one no credit/,
    ["UPDATE accounts SET terms = 'prepaid' WHERE terms = 'invoice'"],
  ],
  [
    "live orders without terms",
    /that ordered has terms/,
    [
      "SET session_replication_role = replica",
      "UPDATE accounts SET mode = 'live', terms = NULL, live_account_id = NULL WHERE terms = 'invoice'",
    ],
  ],
  [
    "a credit note of more than was billed",
    /credited for more than it was billed/,
    ["UPDATE invoice_lines SET net = 1000 WHERE kind = 'credit_note'"],
  ],
  [
    "a credit note that the ledger does not have",
    /one ledger entry of its total/,
    [
      drop("account_ledger", "account_ledger_sum_check"),
      "UPDATE account_ledger SET amount = 4 WHERE kind = 'credit_note'",
    ],
  ],
  [
    "an order that was charged twice",
    /charged once at most/,
    [
      `INSERT INTO account_ledger (account_id, seq, mode, kind, currency, amount,
         balance_before, balance_after, order_id, created_at)
       SELECT l.account_id, b.last_seq + 1, l.mode, 'order_cancelled', l.currency, 1, b.balance,
         b.balance + 1, l.order_id, now()
       FROM account_ledger l JOIN account_balances b ON b.account_id = l.account_id
       WHERE l.kind = 'order' LIMIT 1`,
    ],
  ],
  [
    "a PDF with other bytes",
    /PDF has not changed/,
    ["UPDATE files SET bytes = 'other'::bytea WHERE key LIKE 'invoices/%'"],
  ],
  ["a PDF that is gone", /PDF has not changed/, ["DELETE FROM files WHERE key LIKE 'invoices/%'"]],
  [
    "an order beyond the limit",
    /below its limit/,
    [
      drop("account_ledger", "account_ledger_limit_check"),
      "UPDATE account_ledger SET credit_limit = 1 WHERE kind = 'order'",
    ],
  ],
])("finds %s", async (_fault, invariant, statements) => {
  expect(await violatedBy(...dropRules, ...statements)).toContainEqual(
    expect.stringMatching(invariant),
  );
});

it.each([
  ["UPDATE invoices SET content = content", /never changes/],
  ["UPDATE invoice_lines SET net = 1 WHERE false", /never changes/],
  ["DELETE FROM invoices", /never deleted/],
  ["DELETE FROM invoice_lines", /never deleted/],
  ["UPDATE account_ledger SET note = 'other'", /never changes/],
  ["DELETE FROM account_ledger", /never deleted/],
])("the database refuses %s", async (text, refusal) => {
  await expect(database().query({ name: "", text }, [])).rejects.toThrow(refusal);
});

it("a tax that the issuer's country brings is held back with orders from then on", async () => {
  const { ctx } = await makeBilledAccount({ profile: { country_code: "GB" } });
  expect(await getBalance(ctx)).toMatchObject({ taxRateBasisPoints: 0 });
  await setUpIssuer("test", { country_code: "GB" });
  expect(await getBalance(ctx)).toMatchObject({ taxRateBasisPoints: 2_000 });
  await setUpIssuer();
  expect(await getBalance(ctx)).toMatchObject({ taxRateBasisPoints: 0 });
});
