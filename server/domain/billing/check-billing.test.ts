import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { getBalance, recordDeposit } from "#domain/balances";
import { issue, makeBilledAccount, sellOrders, setUpIssuer } from "#testing/billing";
import { makeStock, systemContext } from "#testing/factories";
import { billingInvariants, checkBilling } from ".";

beforeAll(async () => {
  const { portfolioId } = await makeStock({ tonnes: 1_000 });
  await setUpIssuer();
  const { ctx } = await makeBilledAccount({ limitCents: 10_000 });
  await sellOrders(ctx, { portfolioId, kg: [10, 20] });
  await issue(ctx);
  await database().transaction((db) =>
    recordDeposit({ ...ctx, db }, { amount_usd_cents: 5, reference: "bank" }),
  );
});

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
    ["UPDATE invoice_lines SET net_usd_cents = net_usd_cents + 1"],
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
      "UPDATE account_ledger SET amount_usd_cents = amount_usd_cents - 1 WHERE kind = 'order'",
    ],
  ],
  [
    "a balance that is not its entries",
    /balance is the sum of its entries/,
    [
      drop("account_balances", "account_balances_last_entry_fkey"),
      "UPDATE account_balances SET balance_usd_cents = balance_usd_cents + 1",
    ],
  ],
  [
    "an order beyond the limit",
    /below its limit/,
    [
      drop("account_ledger", "account_ledger_limit_check"),
      "UPDATE account_ledger SET credit_limit_usd_cents = 1 WHERE kind = 'order'",
    ],
  ],
])("finds %s", async (_fault, invariant, statements) => {
  expect(await violatedBy(...statements)).toContainEqual(expect.stringMatching(invariant));
});

it("a tax that the issuer's country brings is held back with orders from then on", async () => {
  const { ctx } = await makeBilledAccount({ profile: { country_code: "GB" } });
  expect(await getBalance(ctx)).toMatchObject({ taxRateBasisPoints: 0 });
  await setUpIssuer("test", { country_code: "GB" });
  expect(await getBalance(ctx)).toMatchObject({ taxRateBasisPoints: 2_000 });
  await setUpIssuer();
  expect(await getBalance(ctx)).toMatchObject({ taxRateBasisPoints: 0 });
});
