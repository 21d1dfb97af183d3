import { beforeAll, expect, test } from "vitest";
import { database } from "#core/db";
import { type EvidenceShop, openEvidenceShop } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import { withPlanted } from "#testing/planted-faults";
import { evidenceChecks } from "./check-evidence";
import { checkLedger } from "./index";

let shop: EvidenceShop;
let names: Record<string, string>;

beforeAll(async () => {
  shop = await openEvidenceShop();
  const retired = await shop.buy(1000);
  const requested = await shop.buy(2000);
  await shop.record(shop.evidence(0, 2000));
  const [request = ""] = await shop.request(2000, 3000);
  names = { lot: shop.lotId, retired, requested, request };
});

const covered = new Set<string>();

async function expectFault(check: string, ...statements: string[]) {
  const dropped = ["retirements", "orders", "credit_lots", "registry_request_items"];
  const faults = await withPlanted({ dropped, statements, names }, checkLedger);
  expect(faults.map((fault) => fault.check)).toContain(check);
  covered.add(check);
}

test("a ledger with evidence written by the product itself is consistent", async () => {
  expect(await checkLedger(systemContext())).toEqual([]);
  const orders = await database().prisma.order.findMany({ where: { mode: "test" } });
  expect(orders.map(({ registryStatus }) => registryStatus).sort()).toEqual([
    "requested",
    "retired",
  ]);
});

test("finds an order that claims other kg or another date than its evidence", async () => {
  const check = "an order's kg by registry status follow from evidence, requests and disputes";
  const update = "UPDATE orders SET";
  await expectFault(check, `${update} registry_retired_kg = 900 WHERE id = $retired`);
  await expectFault(check, `${update} registry_cancelled_kg = 1 WHERE id = $retired`);
  await expectFault(check, `${update} registry_requested_kg = 0 WHERE id = $requested`);
  await expectFault(check, `${update} registry_unreported_kg = 1 WHERE id = $requested`);
  await expectFault(check, `${update} registry_retired_on = '2020-01-01' WHERE id = $retired`);
  await expectFault(check, "UPDATE registry_retirements SET kind = 'cancelled'");
  await expectFault(
    check,
    `INSERT INTO registry_incidents (mode, id, registry, kind, lot_id, start_kg, end_kg, row, state,
       created_at, disputed_at)
     VALUES ('test', 'rin', 'verra', 'other_beneficiary', $lot, 0, 1, '{}', 'open', now(), now())`,
  );
});

test("finds an event that is missing or was sent twice", async () => {
  const check = "an order's events say each time that it became retired, or no longer was";
  await expectFault(
    check,
    "UPDATE events SET type = 'order.retirement_corrected' WHERE subject_id = $retired AND type = 'order.retired'",
  );
  await expectFault(check, "UPDATE orders SET registry_revision = 0 WHERE id = $retired");
});

test("finds a wrong counter of a lot", () =>
  expectFault(
    "a lot counts the kg of its live evidence and of its open requests",
    "UPDATE credit_lots SET requested_kg = requested_kg + 1000 WHERE id = $lot",
  ));

test("finds a kg with evidence that is still in an open request", () =>
  expectFault(
    "no kg with evidence is in an open request",
    "UPDATE registry_request_items SET start_kg = 1000 WHERE request_id = $request",
  ));

test("finds an open request of which nothing is open", () =>
  expectFault(
    "a registry request is open as long as an item of it is",
    "UPDATE registry_request_items SET is_open = false WHERE request_id = $request",
  ));

test("finds a lot that left its place on the line", () =>
  expectFault(
    "a lot and those cut off from it follow each other on the line, with the same facts",
    `INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, serial_number_range,
       created_at, registry, unit_kg, root_lot_id, parent_lot_id, line_start_kg)
     SELECT mode, 'piece', project_id, vintage_year, 1000, 'piece', created_at, registry, unit_kg, id,
       id, line_start_kg + 1e9 FROM credit_lots WHERE id = $lot`,
  ));

test("each invariant of evidence has a planted fault here", () => {
  expect([...covered].sort()).toEqual(evidenceChecks.map(({ name }) => name).sort());
});
