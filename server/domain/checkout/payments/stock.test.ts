import { expect, it } from "vitest";
import { database } from "#core/db";
import { createCheckoutSession } from "#domain/checkout";
import { booksOf, cards, letTimePass, openSession, pageOf, pay } from "#testing/checkout";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

function order(account: Parameters<typeof contextOf>[0], portfolioId: string, amountKg: number) {
  const input = { amount_kg: amountKg, portfolio_id: portfolioId, subaccountId: null };
  return database().transaction((db) => placeOrder({ ...contextOf(account), db }, input));
}

/** A shop with a tonne of stock. */
async function makeShop() {
  const { account } = await makeAccount();
  const { portfolioId, file } = await makeStock({ tonnes: 1 });
  return { account, portfolioId, file };
}

it("a session for more than is available is rejected, and the response has the available kg", async () => {
  const { account, portfolioId } = await makeShop();
  await expect(openSession({ account, portfolioId, amountKg: 1001 })).rejects.toMatchObject({
    code: "insufficient-stock",
    availableKg: 1000,
  });
  await openSession({ account, portfolioId, amountKg: 1000 });
});

it("older orders come first, tried by matching or not", async () => {
  const { account, portfolioId } = await makeShop();
  await order(account, portfolioId, 600);
  await expect(openSession({ account, portfolioId, amountKg: 401 })).rejects.toMatchObject({
    availableKg: 400,
  });
  const { id } = await openSession({ account, portfolioId, amountKg: 400 });
  await matchAll();
  expect(await pageOf(id)).toMatchObject({ view: "open", blocker: null });
});

it("an order too large for the stock takes none of it, as in matching", async () => {
  const { account, portfolioId } = await makeShop();
  await order(account, portfolioId, 5000);
  const { id } = await openSession({ account, portfolioId, amountKg: 1000 });
  await matchAll();
  expect(await pay(id)).toBe("started");
  await matchAll();
  expect((await booksOf(id)).orders).toMatchObject([{ state: "fulfilled" }]);
});

it("without stock nothing is charged, the page shows it, and the session stays open", async () => {
  const { account, portfolioId, file } = await makeShop();
  const { id } = await openSession({ account, portfolioId, amountKg: 500 });
  await order(account, portfolioId, 600);
  expect(await pageOf(id)).toMatchObject({ view: "open", blocker: "no_stock" });
  expect(await pay(id)).toBe("no_stock");
  expect(await booksOf(id)).toMatchObject({
    session: { state: "open", paying: false },
    payment: null,
    provider: [],
  });
  await addLot(file);
  expect(await pageOf(id)).toMatchObject({ view: "open", blocker: null });
  expect(await pay(id)).toBe("started");
});

async function addLot(file: Awaited<ReturnType<typeof makeStock>>["file"]) {
  const [lot] = file.credit_lots;
  const more = { ...lot, id: `${lot?.id}_2`, serial_number_range: `${lot?.id}-more-1-1` };
  await importFile({ ...file, credit_lots: [more] });
}

it("a lot that is not on sale covers nothing", async () => {
  const { account, portfolioId, file } = await makeShop();
  const { id } = await openSession({ account, portfolioId, amountKg: 100 });
  const where = { id: file.credit_lots[0]?.id ?? "" };
  const data = { state: "stopped", stateReason: "a test", stateChangedAt: new Date() };
  await database().prisma.creditLot.updateMany({ where, data });
  expect(await pageOf(id)).toMatchObject({ blocker: "no_stock" });
  expect(await pay(id)).toBe("no_stock");
});

it("of customers who pay for the same stock at once, only as many pay as it covers", async () => {
  const { account, portfolioId } = await makeShop();
  const sessions = await Promise.all(
    Array.from({ length: 6 }, () => openSession({ account, portfolioId, amountKg: 300 })),
  );
  const outcomes = await Promise.all(sessions.map(({ id }) => pay(id)));
  expect(outcomes.filter((outcome) => outcome === "started")).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === "no_stock")).toHaveLength(3);
  await matchAll();
  for (const { id } of sessions) {
    const { orders } = await booksOf(id);
    expect(orders.every(({ state }) => state === "fulfilled")).toBe(true);
  }
});

it("a payment under way reserves its stock", async () => {
  const { account, portfolioId } = await makeShop();
  const [slow, confirms, other] = await Promise.all(
    [cards.paysLater, cards.needsApproval, cards.good].map(() =>
      openSession({ account, portfolioId, amountKg: 400 }),
    ),
  );
  if (!slow || !confirms || !other) throw new Error("expected three sessions");
  await pay(slow.id, cards.paysLater);
  await pay(confirms.id, cards.needsApproval);
  expect(await pay(other.id)).toBe("no_stock");
  await letTimePass(slow.id);
  await matchAll();
  expect((await booksOf(slow.id)).orders).toMatchObject([{ state: "fulfilled" }]);
});

it("a paid order without credits is shown as waiting, not as being retired", async () => {
  const { account, portfolioId } = await makeShop();
  const { id } = await openSession({ account, portfolioId, amountKg: 500 });
  await pay(id);
  expect((await pageOf(id)).order).toMatchObject({ isFulfilled: false, isWaiting: false });
  const later = new Date(Date.now() + 61_000);
  expect((await pageOf(id, later)).order).toMatchObject({ isFulfilled: false, isWaiting: true });
  const where = { checkoutSessionId: id };
  await database().prisma.order.updateMany({ where, data: { triedStockVersion: 1n } });
  expect((await pageOf(id)).order).toMatchObject({ isFulfilled: false, isWaiting: true });
  await database().prisma.order.updateMany({ where, data: { triedStockVersion: 0n } });
  await matchAll();
  expect((await pageOf(id, later)).order).toMatchObject({ isFulfilled: true, isWaiting: false });
});

it("a session is not rejected because matching fills an order between the reads of the stock", async () => {
  const { account, portfolioId } = await makeShop();
  await order(account, portfolioId, 600);
  const opened = await database().transaction((db) => {
    const query: typeof db.query = async (statement, values) => {
      // The order counts as waiting already, and now its credits are gone too.
      if (statement.name === "inventory-sum-sellable") await matchAll();
      return db.query(statement, values);
    };
    const raced = Object.assign(Object.create(db) as typeof db, { query });
    const input = {
      ...{ amount_kg: 400, portfolio_id: portfolioId, subaccountId: null, customerEmail: null },
      ...{ success_url: "https://shop.example", cancel_url: "https://shop.example" },
      ...{ beneficiary: null, callbackUrl: null },
    };
    return createCheckoutSession({ ...contextOf(account), db: raced }, input);
  });
  expect(opened).toMatchObject({ state: "open", creditsExpectedBy: null });
});
