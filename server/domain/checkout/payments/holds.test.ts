import { expect, it } from "vitest";
import { type Database, database } from "#core/db";
import { stopLot } from "#domain/inventory";
import { matchOrders } from "#domain/matching";
import {
  booksOf,
  cancel,
  cards,
  confirm,
  expire,
  letTimePass,
  openSession,
  pageOf,
  pay,
} from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { holdsOf, partsOf, sweep } from "#testing/holds";
import { placeOrder } from "#testing/place-order";

/** A shop with 100 kg left of a tonne. */
async function makeShop(leftKg = 100) {
  const { account } = await makeAccount();
  const stock = await makeStock({ tonnes: 1 });
  const { portfolioId } = stock;
  const order = (amountKg: number) =>
    database().transaction((db) =>
      placeOrder(
        { ...contextOf(account), db },
        { amount_kg: amountKg, portfolio_id: portfolioId, subaccountId: null },
      ),
    );
  await order(1000 - leftKg);
  await matchAll();
  const open = (amountKg = leftKg) => openSession({ account, portfolioId, amountKg });
  return { account, ...stock, order, open };
}

it("a payment holds its stock until its order is filled", async () => {
  const { open } = await makeShop();
  const { id } = await open();
  await pay(id);
  const [hold] = await holdsOf({ checkoutSessionId: id });
  const { session } = await booksOf(id);
  expect(hold).toMatchObject({ kind: "payment", state: "held", orderId: session.orderId });
  await matchAll();
  expect(await holdsOf({ checkoutSessionId: id })).toMatchObject([{ state: "used" }]);
  expect((await booksOf(id)).orders).toMatchObject([{ state: "fulfilled" }]);
});

it("of customers who pay for the last credits at once, one pays and the others are not charged", async () => {
  const { open } = await makeShop();
  const sessions = await Promise.all([open(), open(), open()]);
  const outcomes = await Promise.all(sessions.map(({ id }) => pay(id)));
  expect(outcomes.toSorted()).toEqual(["no_stock", "no_stock", "started"]);
  for (const [index, { id }] of sessions.entries()) {
    const { provider } = await booksOf(id);
    expect(provider).toHaveLength(outcomes[index] === "started" ? 1 : 0);
  }
});

it("orders that arrive while a payment is confirmed do not take its stock", async () => {
  const { open, order } = await makeShop();
  const { id } = await open();
  await pay(id, cards.needsApproval);
  const later = await order(1);
  await matchAll();
  const { prisma } = database();
  expect(await prisma.order.findFirst({ where: { id: later.id } })).toMatchObject({
    state: "placed",
  });
  await confirm(id, "approve");
  await matchAll();
  expect((await booksOf(id)).orders).toMatchObject([{ state: "fulfilled" }]);
});

it("matching and a payment for the same last credits never both get them", async () => {
  const { open, order } = await makeShop();
  const { id } = await open();
  const [outcome, placed] = await Promise.all([
    pay(id),
    order(100).then(async (one) => {
      await matchAll();
      return one;
    }),
  ]);
  await matchAll();
  const { prisma } = database();
  const api = await prisma.order.findFirstOrThrow({ where: { id: placed.id } });
  const [paid] = (await booksOf(id)).orders;
  const filled = [api.state, paid?.state].filter((state) => state === "fulfilled");
  expect(filled).toHaveLength(1);
  // Whatever was charged has its credits.
  expect(paid?.state ?? null).toBe(outcome === "started" ? "fulfilled" : null);
});

it("a declined card frees the stock, and orders that waited for it are tried again", async () => {
  const { open, order } = await makeShop();
  const { id } = await open();
  await pay(id, cards.needsApproval);
  const waiting = await order(100);
  await matchAll();
  await confirm(id, "refuse");
  expect(await holdsOf({ checkoutSessionId: id })).toMatchObject([{ state: "released" }]);
  const younger = await order(1);
  await matchAll();
  const { prisma } = database();
  expect(await prisma.order.findFirst({ where: { id: waiting.id } })).toMatchObject({
    state: "fulfilled",
  });
  expect(await prisma.order.findFirst({ where: { id: younger.id } })).toMatchObject({
    state: "placed",
  });
});

/** A shop whose last credits are held for a customer at the bank, while an order waits for them. */
async function makeWait() {
  const shop = await makeShop();
  const { id } = await shop.open();
  await pay(id, cards.needsApproval);
  const waiting = await shop.order(100);
  await matchAll();
  return { ...shop, waiting, refuse: () => confirm(id, "refuse") };
}

it("stock that is freed after matching began goes to the order that waited for it", async () => {
  const { order, waiting, refuse } = await makeWait();
  const younger = await order(100);
  const sqlTransaction: Database["sqlTransaction"] = (work) =>
    database().sqlTransaction((db) =>
      work({
        async query(statement, values) {
          if (statement.name === "holds-find-for-orders") await refuse();
          return db.query(statement, values);
        },
      }),
    );
  const raced = Object.assign(Object.create(database()) as Database, { sqlTransaction });
  await matchOrders(systemContext(), { database: raced });
  const find = (id: string) => database().prisma.order.findFirst({ where: { id } });
  expect(await find(waiting.id)).toMatchObject({ state: "fulfilled" });
  expect(await find(younger.id)).toMatchObject({ state: "placed" });
});

it("stock that is freed is not offered to new customers before the order that waited for it", async () => {
  const { open, refuse } = await makeWait();
  await refuse();
  await expect(open()).rejects.toMatchObject({ code: "insufficient-stock" });
});

it("slow money keeps its stock; if it fails or the order is cancelled, the stock is free", async () => {
  const { account, open } = await makeShop();
  const slow = await open(40);
  const failing = await open(30);
  await pay(slow.id, cards.paysLater);
  await pay(failing.id, cards.failsLater);
  const cancelled = await open(30);
  await pay(cancelled.id, cards.paysLater);
  await cancel(account, (await booksOf(cancelled.id)).session.orderId ?? "");
  expect(await holdsOf({ checkoutSessionId: cancelled.id })).toMatchObject([{ state: "released" }]);
  await letTimePass(failing.id);
  expect(await holdsOf({ checkoutSessionId: failing.id })).toMatchObject([{ state: "released" }]);
  expect(await holdsOf({ checkoutSessionId: slow.id })).toMatchObject([{ state: "held" }]);
});

it("stock removed while it is held moves the hold to another project of the portfolio", async () => {
  const { account } = await makeAccount();
  const { portfolioId, lotIds } = await makeStock({ tonnes: 1, projects: ["a", "b"] });
  const { id } = await openSession({ account, portfolioId, amountKg: 1000 });
  await pay(id, cards.paysLater);
  const [hold] = await holdsOf({ checkoutSessionId: id });
  expect(Object.values(await partsOf(hold?.id ?? ""))).toEqual([500, 500]);
  await stop(lotIds[0] ?? "");
  await sweep();
  expect(Object.values(await partsOf(hold?.id ?? ""))).toEqual([1000]);
  await letTimePass(id);
  await matchAll();
  expect((await booksOf(id)).orders).toMatchObject([{ state: "fulfilled" }]);
});

it("a hold whose stock is gone is void, and the session cannot be charged", async () => {
  const { open, lotIds } = await makeShop();
  const { id } = await open();
  await pay(id, cards.needsApproval);
  await confirm(id, "refuse");
  await stop(lotIds[0] ?? "");
  expect(await pageOf(id)).toMatchObject({ view: "open", blocker: "no_stock" });
  expect(await pay(id)).toBe("no_stock");
});

function stop(lotId: string) {
  return database().transaction((db) =>
    stopLot({ ...systemContext(), db }, { mode: "test", id: lotId, reason: "a test" }),
  );
}

it("an expired session holds nothing", async () => {
  const { account, open } = await makeShop();
  const { id } = await open();
  await pay(id, cards.declined);
  const { prisma } = database();
  const [hold] = await holdsOf({ checkoutSessionId: id });
  // As after an attempt that was interrupted.
  const data = {
    state: "held",
    endedAt: null,
    isFreed: false,
    expiresAt: new Date(Date.now() + 60_000),
  };
  const where = { accountId_id: { accountId: account.id, id: hold?.id ?? "" } };
  await prisma.stockHold.update({ where, data });
  await expire(account, id);
  expect(await holdsOf({ checkoutSessionId: id })).toMatchObject([{ state: "released" }]);
});

it("a hold that expires while its payment starts is kept by the payment or replaced, never both", async () => {
  const { account, open } = await makeShop();
  const { id } = await open();
  await pay(id, cards.declined);
  const [hold] = await holdsOf({ checkoutSessionId: id });
  const where = { accountId_id: { accountId: account.id, id: hold?.id ?? "" } };
  const expiresAt = new Date(Date.now() + 5);
  const data = { state: "held", endedAt: null, isFreed: false, expiresAt };
  await database().prisma.stockHold.update({ where, data });
  const [outcome] = await Promise.all([pay(id), sweep(expiresAt), sweep(expiresAt)]);
  expect(outcome).toBe("started");
  const holds = await holdsOf({ checkoutSessionId: id });
  expect(holds.filter(({ state }) => state === "held")).toHaveLength(1);
  await matchAll();
  expect((await booksOf(id)).orders).toMatchObject([{ state: "fulfilled" }]);
});
