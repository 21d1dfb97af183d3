import { beforeAll, describe, expect, test } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { cancelOrder } from "#domain/orders";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { placeColumns, withPlanted } from "#testing/planted-faults";
import { currencyChecks } from "./check-currencies";
import { evidenceChecks } from "./check-evidence";
import { holdChecks } from "./check-holds";
import { remedyChecks } from "./check-remedies";
import { checkLedger, ledgerInvariants } from "./index";
import { sumChecks } from "./totals";

let account: Account;
let liveAccount: Account;
let stock: Awaited<ReturnType<typeof makeStock>>;
const orders: string[] = [];

async function place(amount_kg: number): Promise<string> {
  const input = { amount_kg, portfolio_id: stock.portfolioId, subaccountId: null };
  return (await placeOrder(contextOf(account), input)).id;
}

beforeAll(async () => {
  ({ test: account, live: liveAccount } = await makeAccount());
  stock = await makeStock({ projects: ["a", "b"], tonnes: 10 });
  // Less than a tonne of each project, so that no lot is cut.
  for (const kg of [1500, 1901, 999]) orders.push(await place(kg));
  await matchAll();
  const cancelled = await place(5000);
  await database().transaction((db) =>
    cancelOrder({ ...contextOf(account), db }, { id: cancelled }),
  );
  orders.push(cancelled, await place(1_000_000));
  await matchAll();
});

/** Fills in $first, $account, $lot … and rolls everything back. */
async function plant(dropped: string[], ...statements: string[]): Promise<Set<string>> {
  const names: Record<string, string> = {
    first: orders[0] ?? "",
    second: orders[1] ?? "",
    cancelled: orders[3] ?? "",
    waiting: orders[4] ?? "",
    account: account.id,
    live: liveAccount.id,
    lot: stock.lotIds[0] ?? "",
    other: stock.lotIds[1] ?? "",
    tag: stock.tag,
  };
  const faults = await withPlanted({ dropped, statements, names }, checkLedger);
  return new Set(faults.map(({ check }) => check));
}

const covered = new Set<string>();

async function expectFault(check: string, dropped: string[], ...statements: string[]) {
  expect(await plant(dropped, ...statements)).toContain(check);
  covered.add(check);
}

test("a ledger written by the product itself is consistent", async () => {
  const { prisma } = database();
  expect(await checkLedger(systemContext())).toEqual([]);
  expect(await prisma.order.count({ where: { state: "fulfilled" } })).toBe(3);
  expect(await prisma.retirement.count()).toBeGreaterThan(3);
});

describe("of a lot, it finds", () => {
  test("a total of retired kg that its retirements do not sum to", () =>
    expectFault(
      "a lot's retired kg are the sum, and the end, of its retirements",
      [],
      "UPDATE credit_lots SET retired_kg = retired_kg + 1 WHERE id = $lot",
    ));

  test("more retired than there was", () =>
    expectFault(
      "a lot is never below zero nor over its quantity",
      ["credit_lots"],
      "UPDATE credit_lots SET retired_kg = quantity_kg + 1 WHERE id = $lot",
    ));

  test("kg retired twice", () =>
    expectFault(
      "the retirements of a lot follow each other from 0 on, without gap or overlap",
      ["retirements"],
      `UPDATE retirements SET lot_start_kg = 0, lot_end_kg = lot_end_kg - lot_start_kg
       WHERE lot_id = $lot AND lot_start_kg > 0`,
    ));

  test("kg left out between two retirements", () =>
    expectFault(
      "the retirements of a lot follow each other from 0 on, without gap or overlap",
      [],
      `UPDATE retirements SET lot_start_kg = lot_start_kg + 3000, lot_end_kg = lot_end_kg + 3000
       WHERE lot_id = $lot AND lot_start_kg > 0`,
    ));

  test("serials that another lot holds too", () =>
    expectFault(
      "no two lots of a mode hold one serial",
      [],
      `INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg,
         serial_number_range, serial_block, serial_first, serial_last, created_at, ${placeColumns})
       SELECT mode, 'copy', project_id, vintage_year, 2000, 'copy', serial_block, 2, 3, created_at,
         registry, unit_kg, 'copy', line_start_kg + 1e9 FROM credit_lots WHERE id = $lot`,
    ));

  test("serials that are retired at the registry", () =>
    expectFault(
      "no lot on sale offers a serial that its registry named as retired",
      [],
      `INSERT INTO retired_serials
       SELECT mode, 'gone', serial_block, serial_last, serial_last, created_at
       FROM credit_lots WHERE id = $lot`,
    ));

  test("a range that was taken for a name", () =>
    expectFault(
      "a lot whose serials are a name has no range of serials, and no other lot's",
      [],
      `UPDATE credit_lots SET serial_block = NULL, serial_first = NULL, serial_last = NULL
       WHERE id = $lot`,
    ));

  test("serials that are not its tonnes", () =>
    expectFault(
      "a lot's serials are its tonnes",
      ["credit_lots"],
      "UPDATE credit_lots SET serial_last = serial_last + 1 WHERE id = $lot",
    ));
});

describe("of an order, it finds", () => {
  test("kg that two of its retirements fill", () =>
    expectFault(
      "the retirements of an order follow each other from 0 on, without gap or overlap",
      [],
      `UPDATE retirements SET order_start_kg = order_start_kg + 1, order_end_kg = order_end_kg + 1,
         order_amount_kg = order_amount_kg + 5 WHERE order_id = $first AND order_start_kg > 0`,
    ));

  test("fulfillment without all of its kg", () =>
    expectFault(
      "an order is fulfilled exactly when its retirements sum to its kg, else it has none",
      [],
      "DELETE FROM retirements WHERE order_id = $first AND order_start_kg > 0",
    ));

  test("retirements of an order that is still placed", () =>
    expectFault(
      "an order is fulfilled exactly when its retirements sum to its kg, else it has none",
      [],
      `UPDATE orders SET state = 'placed', fulfilled_kg = NULL, settled_at = NULL WHERE id = $first`,
    ));

  test("retirements of an order that is cancelled", () =>
    expectFault(
      "an order is fulfilled exactly when its retirements sum to its kg, else it has none",
      [],
      "UPDATE retirements SET order_id = $cancelled WHERE order_id = $first",
    ));

  test("retirements whose order is gone", () =>
    expectFault(
      "a retirement has its order and its lot, of the same kg on both sides",
      [],
      "DELETE FROM orders WHERE id = $first",
    ));

  test("retirements that take more of the lot than they give to the order", () =>
    expectFault(
      "a retirement has its order and its lot, of the same kg on both sides",
      ["retirements"],
      `UPDATE retirements SET lot_end_kg = lot_end_kg + 1 WHERE (lot_id, lot_end_kg) IN (
         SELECT lot_id, max(lot_end_kg) FROM retirements WHERE lot_id = $lot GROUP BY lot_id)`,
    ));

  test("credits of the other mode", () =>
    expectFault(
      "an account's orders are filled with credits of its own mode",
      [],
      `INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, retired_kg,
         serial_number_range, serial_block, serial_first, serial_last, created_at, ${placeColumns})
       SELECT 'live', id, project_id, vintage_year, quantity_kg, retired_kg, serial_number_range,
         serial_block, serial_first, serial_last, created_at, registry, unit_kg, id, 0 FROM credit_lots WHERE id = $lot`,
      "UPDATE retirements SET mode = 'live' WHERE lot_id = $lot",
    ));

  test("a price that is not kg times price per tonne", () =>
    expectFault(
      "an order's price is its kg times its price per tonne or kg, rounded up to the currency's step",
      ["orders"],
      "UPDATE orders SET price = price + 1 WHERE id = $waiting",
    ));

  test("a cancellation that is missing, or one of an order that is not cancelled", async () => {
    const check = "an order is cancelled exactly when it has a cancellation";
    await expectFault(check, [], "DELETE FROM order_cancellations WHERE order_id = $cancelled");
    await expectFault(
      check,
      [],
      "UPDATE order_cancellations SET order_id = $waiting WHERE order_id = $cancelled",
    );
  });

  test("an event that is missing, doubled, wrongly numbered, or of another change", async () => {
    const check = "an order has one event for each change of its status, numbered from 1";
    const changes = [
      "DELETE FROM events WHERE",
      "UPDATE events SET subject_id = $waiting WHERE",
      "UPDATE events SET sequence = 2 WHERE",
      "UPDATE events SET subject_id = $second, sequence = 2 WHERE",
      "UPDATE events SET type = 'order.cancelled' WHERE",
    ];
    for (const change of changes) await expectFault(check, [], `${change} subject_id = $first`);
  });

  test("one that is settled without a time, or placed with one", () =>
    expectFault(
      "an order is settled exactly when it is no longer placed",
      ["orders"],
      "UPDATE orders SET settled_at = created_at WHERE id = $waiting",
    ));

  test("serials other than those of the tonnes it touches", () =>
    expectFault(
      "a retirement names the serials of the tonnes that it touches",
      [],
      "UPDATE retirements SET serial_number_range = 'TST-1-1' WHERE order_id = $first",
    ));
});

describe("of what orders rest on, it finds", () => {
  test("a portfolio whose fractions do not sum to one", () =>
    expectFault(
      "a portfolio's fractions follow each other from 0 to exactly one",
      [],
      "UPDATE portfolio_allocations SET end_millionths = 999999 WHERE portfolio_id = 'pf_' || $tag",
    ));

  test("a stored response for an order that does not exist", () =>
    expectFault(
      "a stored response for an idempotency key names an existing order",
      [],
      `INSERT INTO idempotency_keys (account_id, key, request_hash, status, headers, body, created_at)
       VALUES ($account, 'k', '', 201, '{}', '{"id":"ord_00000000000000000000000000","x":1}', now())`,
    ));

  test("a live account without its test account, and the other way around", async () => {
    const check =
      "a live account has one test account, and each test account belongs to a live one";
    await expectFault(check, [], "DELETE FROM accounts WHERE id = $account");
    await expectFault(check, [], "DELETE FROM accounts WHERE id = $live");
  });
});

test("each invariant has a planted fault here that it found", () => {
  const elsewhere = [
    ...[currencyChecks, evidenceChecks, holdChecks, remedyChecks, sumChecks].flat(),
  ];
  for (const { name } of elsewhere) covered.add(name);
  expect([...covered].sort()).toEqual([...ledgerInvariants].sort());
});

test("a portfolio may change after its orders: the ledger stays consistent", async () => {
  const [category] = stock.file.project_categories;
  const projects = [{ project_id: `prj_${stock.tag}_a`, weight: 3 }];
  await importFile({ mode: "test", project_categories: [{ ...category, projects }] });
  expect(await checkLedger(systemContext())).toEqual([]);
});
