import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { orderNumber } from "#core/id";
import { booksOf, letTimePass, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { type Dashboard, dashboardOf } from "#testing/procedures";

let account: Account;
let portfolioId: string;
let caller: Dashboard;
let stranger: Dashboard;

async function callerOf(live: Account) {
  return dashboardOf(await makePerson({ accountId: live.id, role: "admin" }), { slug: live.slug });
}

beforeAll(async () => {
  const { live, test } = await makeAccount();
  account = test;
  ({ portfolioId } = await makeStock());
  caller = await callerOf(live);
  stranger = await callerOf((await makeAccount()).live);
});

function place(amountKg: number, portfolio = portfolioId) {
  const url = "https://hooks.example.com/x";
  return placeOrder(contextOf(account), {
    amount_kg: amountKg,
    portfolio_id: portfolio,
    subaccountId: null,
    notification_config: { url },
  });
}

describe("an order", () => {
  it("shows what it waits for, and why it was cancelled", async () => {
    const { id } = await place(5_000_000);
    expect(await caller.orders.get({ id })).toMatchObject({ state: "placed", waits_for: "turn" });
    await matchAll();
    expect(await caller.orders.get({ id })).toMatchObject({ waits_for: "credits", events: [] });
    await caller.orders.cancel({ id });
    const order = await caller.orders.get({ id });
    expect(order).toMatchObject({
      state: "cancelled",
      waits_for: null,
      cancel_reason: "requested",
    });
    expect(order.events.map(({ type }) => type)).toEqual(["order.cancelled"]);
    await expect(caller.orders.cancel({ id })).rejects.toThrow("Cannot cancel a cancelled order");
  });

  it("has its customer, payment and mails if it came from a checkout", async () => {
    const { id } = await openSession({ account, portfolioId });
    await pay(id);
    const { orders } = await booksOf(id);
    await matchAll();
    const order = await caller.orders.get({ id: orders[0]?.id ?? "" });
    expect(order).toMatchObject({ state: "fulfilled", customer_email: "ada@example.com" });
    expect(order.payment).toMatchObject({ state: "paid", currency: "usd", amount: 300 });
    expect(order.mails.map(({ kind }) => kind)).toContain("receipt");
    expect(order.session_created_on).not.toBeNull();
  });

  it("has events that can be sent again, but not through another account", async () => {
    const [first, second] = [await place(1), await place(2)];
    await matchAll();
    await database().prisma.delivery.updateMany({
      where: { accountId: account.id },
      data: { state: "failed", nextAttemptAt: null },
    });
    const eventId = (await caller.orders.get({ id: first.id })).events[0]?.id ?? "";
    await expect(stranger.webhooks.redeliver({ id: eventId })).rejects.toThrow("find event");
    await caller.webhooks.redeliver({ id: eventId });
    const states = async (id: string) =>
      (await caller.orders.get({ id })).events.map((event) => event.delivery_state);
    expect([await states(first.id), await states(second.id)]).toEqual([["pending"], ["failed"]]);
    const idsOf = async (search: string) =>
      (await caller.webhooks.list({ search })).data.map(({ id }) => id);
    for (const search of [eventId, first.id, orderNumber(first.id)]) {
      expect(await idsOf(search)).toEqual([eventId]);
    }
    expect((await stranger.webhooks.list({ search: eventId })).data).toEqual([]);
  });
});

describe("checkout sessions and payments", () => {
  it("are found by the customer, ids and states, only in their account", async () => {
    const [open, paid, over] = [
      await openSession({ account, portfolioId, amountKg: 50 }),
      await openSession({ account, portfolioId, amountKg: 60 }),
      await openSession({ account, portfolioId, now: new Date(Date.now() - 25 * 3_600_000) }),
    ];
    await pay(paid.id);
    const { payment } = await booksOf(paid.id);
    const idsOf = async (input: Parameters<typeof caller.checkout.list>[0], by = caller) =>
      (await by.checkout.list(input)).data.map(({ id }) => id);
    expect(await idsOf({ search: open.id })).toEqual([open.id]);
    expect(await idsOf({ search: "ADA@example", state: "complete", limit: 1 })).toEqual([paid.id]);
    expect(await idsOf({ search: "ada_example" })).toEqual([]);
    expect(await idsOf({ state: "open" })).toEqual([open.id]);
    // Expired, though not yet marked as such.
    expect(await idsOf({ state: "expired" })).toEqual([over.id]);
    const all = await idsOf({});
    expect(all.slice(0, 3)).toEqual([over.id, paid.id, open.id]);
    expect(await idsOf({ last: true, limit: 2 })).toEqual(all.slice(-2));
    expect(await idsOf({ search: open.id }, stranger)).toEqual([]);
    await expect(idsOf({ starting_after: open.id }, stranger)).rejects.toThrow(/didn't validate/);

    const payments = async (input: Parameters<typeof caller.checkout.payments>[0], by = caller) =>
      (await by.checkout.payments(input)).data.map(({ id }) => id);
    for (const search of [payment?.id, payment?.providerPaymentId, paid.id]) {
      expect(await payments({ search })).toEqual([payment?.id]);
      expect(await payments({ search }, stranger)).toEqual([]);
    }
    expect(await payments({ search: "ada@", state: "paid", limit: 1 })).toEqual([payment?.id]);
    expect(await payments({ state: "failed" })).toEqual([]);
  });

  it("show the refund", async () => {
    const { id } = await openSession({
      account,
      portfolioId: (await makeStock({ tonnes: 1 })).portfolioId,
      amountKg: 900,
    });
    await pay(id);
    const { orders } = await booksOf(id);
    await caller.orders.cancel({ id: orders[0]?.id ?? "" });
    await letTimePass(id);
    const order = await caller.checkout.get({ id });
    expect(order.payment).toMatchObject({ state: "refunded", provider: "test" });
    expect(order.payment?.refunded).toBe(order.price_usd_cents);
  });
});
