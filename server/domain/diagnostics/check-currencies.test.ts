import { beforeAll, expect, it } from "vitest";
import { sellInCurrencies } from "#testing/currencies";
import { systemContext } from "#testing/factories";
import { withPlanted } from "#testing/planted-faults";
import { currencyChecks } from "./check-currencies";
import { checkLedger } from "./index";

let names: Record<string, string>;

beforeAll(async () => {
  const { eur } = await sellInCurrencies();
  names = { account: eur.account.id };
});

const invariants = currencyChecks.map(({ name }) => name);

it("a ledger in several currencies is consistent", async () => {
  expect(await checkLedger(systemContext())).toEqual([]);
});

it.each([
  ["orders", "account_id"],
  ["checkout_sessions", "account_id"],
  ["stock_holds", "account_id"],
  ["sold_credits", "account_id"],
  ["payments", "account_id"],
  ["refunds", "account_id"],
  ["payment_movements", "kind = 'fee' AND account_id"],
  ["payment_movements", "kind = 'refund' AND account_id"],
  ["accounts", "id"],
])("finds a row of %s in another currency than its owner's", async (table, key) => {
  const statements = [`UPDATE ${table} SET currency = 'usd' WHERE ${key} = $account`];
  const faults = await withPlanted({ dropped: [], statements, names }, checkLedger);
  const rows = faults.filter(({ check }) => invariants.includes(check)).map(({ row }) => row);
  expect(rows).toContainEqual(expect.objectContaining({ rows: table }));
});
