import { beforeAll, expect, test } from "vitest";
import { cards, openSession, pay } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { holdsOf } from "#testing/holds";
import { withPlanted } from "#testing/planted-faults";
import { holdChecks } from "./check-holds";
import { checkLedger } from "./index";

let names: Record<string, string>;

beforeAll(async () => {
  const { account } = await makeAccount();
  const { portfolioId, tag } = await makeStock({ tonnes: 1 });
  const sell = async (card: string) => {
    const { id } = await openSession({ account, portfolioId, amountKg: 100 });
    await pay(id, card);
    const [hold] = await holdsOf({ checkoutSessionId: id });
    return { id, hold: hold?.id ?? "", order: hold?.orderId ?? "" };
  };
  const [confirms, slow, filled] = [
    await sell(cards.needsApproval),
    await sell(cards.paysLater),
    await sell(cards.good),
  ];
  await matchAll();
  names = {
    ...{ paying: confirms.hold, session: confirms.id, waiting: slow.hold, order: slow.order },
    ...{ used: filled.hold, lot: `lot_${tag}_a` },
  };
});

const covered = new Set<string>();

async function expectFault(check: string, ...statements: string[]) {
  const dropped = ["stock_holds", "stock_hold_parts", "orders", "checkout_sessions", "credit_lots"];
  const faults = await withPlanted({ dropped, statements, names }, checkLedger);
  expect(faults.map((fault) => fault.check)).toContain(check);
  covered.add(check);
}

const updateHold = (columns: string, hold: string) =>
  `UPDATE stock_holds SET ${columns} WHERE id = ${hold}`;
const endParts = "UPDATE stock_hold_parts SET is_held = false WHERE hold_id =";

test("holds made by the product itself are consistent", async () => {
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("finds a hold that is not its parts", async () => {
  const check = "a hold's parts sum to its kg, and are held exactly as long as it is";
  await expectFault(check, "UPDATE stock_hold_parts SET kg = 99 WHERE hold_id = $paying");
  await expectFault(check, "DELETE FROM stock_hold_parts WHERE hold_id = $paying");
  await expectFault(check, `${endParts} $paying`);
});

test("finds more held than is on sale", async () => {
  const check = "no more of a project is held than is on sale";
  const longAgo = "state_reason = 'a test', state_changed_at = now() - interval '1 hour'";
  await expectFault(check, `UPDATE credit_lots SET state = 'stopped', ${longAgo} WHERE id = $lot`);
  await expectFault(check, "UPDATE stock_hold_parts SET kg = 1000 WHERE hold_id = $waiting");
});

test("finds stock that is held for too long", () =>
  expectFault(
    "nothing is held after its time",
    updateHold("expires_at = now() - interval '10 minutes'", "$paying"),
  ));

test("finds a payment under way without stock", async () => {
  const check =
    "a payment under way has its stock, unless it was sold beyond stock or the stock was removed";
  const release = (hold: string) => updateHold("state = 'released', ended_at = now()", hold);
  await expectFault(check, release("$paying"), `${endParts} $paying`);
  await expectFault(check, release("$waiting"), `${endParts} $waiting`);
});

test("finds a hold that its session or order no longer needs", async () => {
  const check = "a hold in use has the open session or the placed order that it is for";
  await expectFault(check, "UPDATE checkout_sessions SET state = 'expired' WHERE id = $session");
  await expectFault(check, "UPDATE checkout_sessions SET paying = false WHERE id = $session");
  await expectFault(check, "UPDATE orders SET state = 'cancelled' WHERE id = $order");
  await expectFault(check, updateHold("checkout_session_id = NULL", "$paying"));
});

test("finds a hold that is used without its order", () =>
  expectFault(
    "a used hold has a fulfilled order of its kg",
    updateHold("order_id = $order", "$used"),
  ));

test("every invariant of holds was planted", () => {
  expect([...covered].sort()).toEqual(holdChecks.map(({ name }) => name).sort());
});
