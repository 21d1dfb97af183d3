import { beforeAll, describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import type { Order } from "#prisma";
import { seedAccount } from "#testing/bench/dashboard-seed";
import { contextOf, makeAccount } from "#testing/factories";
import { OrderFilters } from "./schema";
import { getOrderSums } from "./sum-orders";

let ctx: AccountContext;
let all: Order[];

/** Changes an order without its checkout session: a replica has no foreign keys. */
async function change(id: string | undefined, set: string): Promise<void> {
  await database().sqlTransaction(async (sql) => {
    await sql.query({ name: "", text: "SET LOCAL session_replication_role = replica" }, []);
    await sql.query({ name: "", text: `UPDATE orders SET ${set} WHERE id = $1` }, [id]);
  });
}

/** Fulfills each tenth order a day after the order, as if it had waited for credits. */
async function delay(accountId: string): Promise<void> {
  const text = `UPDATE orders SET settled_at = created_at + interval '1 day'
    WHERE account_id = $1 AND state = 'fulfilled' AND amount_kg % 10 = 0`;
  await database().sqlTransaction(async (sql) => {
    await sql.query({ name: "", text: "SET LOCAL session_replication_role = replica" }, []);
    await sql.query({ name: "", text }, [accountId]);
  });
}

// Over a year; the newest four are still placed, each for another reason.
beforeAll(async () => {
  const seeded = await seedAccount(4000);
  const { account } = await makeAccount();
  ctx = contextOf({ ...account, id: seeded.accountId });
  const { order } = database().prisma;
  const where = { accountId: seeded.accountId };
  const placed = await order.findMany({ where: { ...where, state: "placed" } });
  const atCheckout = "channel = 'checkout', checkout_session_id = 'cs_' || id";
  const reasons = [
    "tried_stock_version = 7",
    `awaiting_payment = true, ${atCheckout}`,
    `cooling_off = true, matchable_from = '2027-01-01', ${atCheckout}`,
  ];
  expect(placed.length).toBe(reasons.length + 1);
  for (const [index, set] of reasons.entries()) await change(placed[index]?.id, set);
  await delay(seeded.accountId);
  all = await order.findMany({ where });
});

function expectedOf(matches: (order: Order) => boolean) {
  const orders = all.filter(matches);
  const kg = orders.reduce((sum, order) => sum + order.amountKg, 0);
  const amount = orders.reduce((sum, order) => sum + Number(order.price), 0);
  return { orders: orders.length, kg, amount };
}

async function sumsOf(input: object, most?: number) {
  const { orders, isCapped, sums } = await getOrderSums(ctx, {
    ...OrderFilters.parse(input),
    ...(most && { most }),
  });
  const sumOf = (key: "orders" | "amountKg" | "price") =>
    (sums ?? []).reduce((sum, one) => sum + one[key], 0);
  expect(isCapped).toBe(sums === null);
  if (!isCapped) expect(sumOf("orders")).toBe(orders);
  return { orders, kg: sumOf("amountKg"), amount: sumOf("price") };
}

const [from, to] = ["2026-10-01T00:00:00+02:00", "2026-10-31T23:59:59.999+01:00"];
const inOctober = ({ createdAt }: Order) =>
  createdAt >= new Date(from) && createdAt <= new Date(to);
const wasSold = ({ state, settledAt }: Order) =>
  state === "fulfilled" &&
  settledAt !== null &&
  settledAt >= new Date(from) &&
  settledAt <= new Date(to);
const isLate = ({ createdAt }: Order) => createdAt >= new Date("2026-10-31T05:00:00Z");

describe("the sums of a list of orders", () => {
  it.each<[object, (order: Order) => boolean]>([
    [{}, () => true],
    [{ state: "placed" }, ({ state }) => state === "placed"],
    [{ state: "fulfilled" }, ({ state }) => state === "fulfilled"],
    [{ state: "cancelled" }, ({ state }) => state === "cancelled"],
    [{ channel: "api" }, ({ channel }) => channel === "api"],
    [{ channel: "checkout" }, ({ channel }) => channel === "checkout"],
    [{ from, to }, inOctober],
    [{ from, to, state: "cancelled" }, (order) => inOctober(order) && order.state === "cancelled"],
    [{ from: "2026-10-31T05:00:00Z" }, isLate],
    [
      { from: "2026-10-31T05:00:00Z", state: "placed" },
      (order) => isLate(order) && order.state === "placed",
    ],
    [{ to: "2026-10-31T04:59:59.999Z" }, (order) => !isLate(order)],
    [{ search: "Delivery 39" }, ({ description }) => description?.includes("Delivery 39") ?? false],
    [{ fulfilled_from: from, fulfilled_to: to }, wasSold],
    [{ fulfilled_from: from, fulfilled_to: to, state: "cancelled" }, () => false],
    [{ fulfilled_from: from, fulfilled_to: to, channel: "checkout" }, () => false],
    [{ fulfilled_to: to, from }, (order) => wasSold(order) && inOctober(order)],
    [
      { fulfilled_from: "2026-10-01T00:00:00Z", fulfilled_to: "2026-10-01T23:59:59.999Z" },
      ({ state, settledAt }) =>
        state === "fulfilled" && settledAt?.toISOString().slice(0, 10) === "2026-10-01",
    ],
    [{ search: "harbor" }, ({ subaccountId }) => subaccountId !== null],
  ])("%j are those of the matching orders", async (input, matches) => {
    const expected = expectedOf(matches);
    expect(await sumsOf(input)).toEqual(expected);
  });

  it("of a subaccount are those of its orders", async () => {
    const id = all.find(({ subaccountId }) => subaccountId)?.subaccountId;
    const expected = expectedOf(({ subaccountId }) => subaccountId === id);
    expect(expected.orders).toBe(400);
    expect(await sumsOf({ subaccount_id: id })).toEqual(expected);
    const sold = { subaccount_id: id, fulfilled_from: from, fulfilled_to: to };
    const isOwn = (order: Order) => wasSold(order) && order.subaccountId === id;
    expect(expectedOf(isOwn).orders).toBeGreaterThan(10);
    expect(await sumsOf(sold)).toEqual(expectedOf(isOwn));
  });

  it("are absent, and never too small, if too many orders would have to be read", async () => {
    const few = await getOrderSums(ctx, {
      ...OrderFilters.parse({ search: "Delivery" }),
      most: 100,
    });
    expect(few).toEqual({ orders: 101, isCapped: true, sums: null });
    expect(
      (await getOrderSums(ctx, { ...OrderFilters.parse({ state: "placed" }), most: 3 })).sums,
    ).toBeNull();
    expect(
      (await getOrderSums(ctx, { ...OrderFilters.parse({ state: "placed" }), most: 4 })).sums,
    ).not.toBeNull();
  });
});
