import { beforeAll, expect, test } from "vitest";
import { openEvidenceShop } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import { withPlanted } from "#testing/planted-faults";
import { leave, remedy } from "#testing/remedies";
import { remedyChecks } from "./check-remedies";
import { checkLedger } from "./index";

let names: Record<string, string>;

beforeAll(async () => {
  const shop = await openEvidenceShop();
  const order = await shop.buy(2500);
  const incident = await leave(shop, 1000, 2000);
  await remedy(incident);
  names = { order, incident };
});

const covered = new Set<string>();

async function expectFault(check: string, statement: string) {
  const dropped = ["retirements", "allocation_remedies", "registry_incidents"];
  const faults = await withPlanted({ dropped, statements: [statement], names }, checkLedger);
  expect(faults.map((fault) => fault.check)).toContain(check);
  covered.add(check);
}

test("a ledger with a remedy written by the product itself is consistent", async () => {
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("finds replaced kg without a remedy, and a remedy outside its allocation", async () => {
  const check = "an allocation's replaced kg are those of its remedies, and lie within it";
  const ofOrder = "WHERE order_id = $order";
  await expectFault(check, `UPDATE retirements SET replaced_kg = replaced_kg + 1 ${ofOrder}`);
  await expectFault(check, `DELETE FROM allocation_remedies ${ofOrder}`);
  await expectFault(check, `UPDATE allocation_remedies SET replaced_start_kg = 1 ${ofOrder}`);
  const later = "start_kg = start_kg + 2000, end_kg = end_kg + 2000";
  await expectFault(check, `UPDATE allocation_remedies SET ${later} ${ofOrder}`);
});

test("finds an order with more or fewer kg that count than its amount", async () => {
  const check = "the kg that count for a fulfilled order are exactly its amount";
  const substitutes = "WHERE order_id = $order AND remedy_end_kg IS NOT NULL";
  await expectFault(check, `UPDATE retirements SET order_end_kg = order_end_kg + 1 ${substitutes}`);
  await expectFault(check, `DELETE FROM retirements ${substitutes}`);
});

test("finds a remedy that its substitutes do not fill", async () => {
  const check = "substitutes fill the stretch of their remedy on the order's line";
  const substitutes = "WHERE order_id = $order AND remedy_end_kg IS NOT NULL";
  await expectFault(check, `DELETE FROM retirements ${substitutes}`);
  await expectFault(
    check,
    `UPDATE retirements SET order_start_kg = order_start_kg + 1, order_end_kg = order_end_kg + 1
     ${substitutes}`,
  );
});

test("finds a remedy for credits that are ours", async () => {
  const check = "credits are replaced only where an incident lost them";
  const ofIncident = "WHERE id = $incident";
  await expectFault(check, `UPDATE registry_incidents SET resolution = 'ours' ${ofIncident}`);
  await expectFault(check, `UPDATE registry_incidents SET end_kg = 1500 ${ofIncident}`);
});

test("each invariant of remedies has a planted fault here", () => {
  expect([...covered].sort()).toEqual(remedyChecks.map(({ name }) => name).sort());
});
