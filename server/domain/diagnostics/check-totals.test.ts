import { beforeAll, expect, test } from "vitest";
import { database } from "#core/db";
import { cancelOrder } from "#domain/orders";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { withPlanted } from "#testing/planted-faults";
import { checkLedger } from "./index";
import { sumChecks } from "./totals";

let names: Record<string, string>;
const covered = new Set<string>();

beforeAll(async () => {
  const { account } = await makeAccount();
  const { portfolioId, tag } = await makeStock({ projects: ["a", "b"], tonnes: 10 });
  const place = (kg: number) =>
    placeOrder(contextOf(account), {
      amount_kg: kg,
      portfolio_id: portfolioId,
      subaccountId: null,
    });
  for (const kg of [1500, 2501]) await place(kg);
  await matchAll();
  const { id } = await place(5000);
  await database().transaction((db) => cancelOrder({ ...contextOf(account), db }, { id }));
  names = { account: account.id, tag };
});

async function expectFault(check: string, statement: string) {
  const faults = await withPlanted({ dropped: [], statements: [statement], names }, checkLedger);
  expect(faults.map((fault) => fault.check)).toContain(check);
  covered.add(check);
}

test("finds a total that is missing, wrong, of another span, or of nothing", async () => {
  const check = "a total of what was retired in a span is the sum of its retirements";
  for (const span of ["all", "month", "day", "hour", "ten_minutes"]) {
    const of = `WHERE account_id = $account AND span = '${span}'`;
    await expectFault(check, `DELETE FROM retirement_totals ${of}`);
    await expectFault(check, `UPDATE retirement_totals SET retired_kg = retired_kg + 1 ${of}`);
    const later = "starts_at = starts_at + interval '1 hour'";
    await expectFault(check, `UPDATE retirement_totals SET ${later} ${of}`);
    await expectFault(check, `UPDATE retirement_totals SET subaccount_id = 'sub' ${of}`);
  }
});

test("finds sold credits that are missing, wrong, or of another day, order or lot", async () => {
  const check = "a day's sold credits are the allocations of the orders that were fulfilled on it";
  const of = "WHERE account_id = $account";
  await expectFault(check, `DELETE FROM sold_credits ${of}`);
  const changes = [
    "amount_kg = amount_kg + 1",
    "price = 0",
    "registry_retired_kg = 1",
    "starts_at = starts_at + interval '1 day'",
    "subaccount_id = 'sub'",
    "portfolio_id = 'pf'",
    "lot_id = lot_id || '_'",
  ];
  for (const change of changes) {
    await expectFault(check, `UPDATE sold_credits SET ${change} ${of}`);
  }
});

test("finds a total of the stock that is missing, wrong, or of nothing", async () => {
  const check = "a total of the stock is the sum of its lots";
  const of = "WHERE project_id = 'prj_' || $tag || '_a'";
  await expectFault(check, `DELETE FROM stock_totals ${of}`);
  await expectFault(check, `UPDATE stock_totals SET lots = lots + 1 ${of}`);
  await expectFault(check, `UPDATE stock_totals SET quantity_kg = quantity_kg - 1 ${of}`);
  await expectFault(check, `UPDATE stock_totals SET vintage_year = 1999 ${of}`);
});

test("each invariant of totals has a planted fault here", () => {
  expect([...covered].sort()).toEqual(sumChecks.map(({ name }) => name).sort());
});
