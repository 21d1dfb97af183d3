import { beforeEach, describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { newId } from "#core/id";
import { contextOf, importFile, makeAccount, makeStock } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import {
  findHeldKg,
  findHeldStock,
  insertHold,
  markHoldsUsed,
  type StockHold,
  takeFreed,
} from "./hold-store";

// One stock in both modes under the same ids, as in a sandbox copy, and two test accounts.
let stock: Awaited<ReturnType<typeof makeStock>>;
let ctx: AccountContext;
let other: AccountContext;
let live: AccountContext;
let projects: [first: string, second: string];

const sql = () => database();
const now = new Date();
const later = new Date(now.getTime() + 3_600_000);

const place = (by: AccountContext) =>
  placeOrder(
    { ...by, now: new Date() },
    { amount_kg: 10, portfolio_id: stock.portfolioId, subaccountId: null },
  );

interface Given {
  id?: string;
  orderId?: string;
  /** Kg of the first and of the second project. */
  kg: [first: number, second: number];
}

async function hold(by: AccountContext, { id, orderId, kg }: Given): Promise<StockHold> {
  const row: StockHold = {
    accountId: by.account.id,
    mode: by.account.mode,
    currency: by.account.currency,
    id: id ?? newId("stockHold"),
    kind: "payment",
    state: "held",
    subaccountId: null,
    portfolioId: stock.portfolioId,
    splitPortfolioId: null,
    amountKg: kg[0] + kg[1],
    channel: null,
    pricePerTonne: null,
    price: null,
    reservedUntil: null,
    expiresAt: later,
    checkoutSessionId: null,
    orderId: orderId ?? null,
    createdAt: now,
    endedAt: null,
  };
  const parts = projects.map((projectId, index) => ({ projectId, kg: kg[index] ?? 0 }));
  await insertHold(sql(), { ...row, parts: parts.filter((part) => part.kg > 0) });
  return row;
}

/** Ends the hold unused; matching has not returned its stock yet. */
async function release({ accountId, id }: StockHold): Promise<void> {
  await sql().prisma.stockHold.update({
    where: { accountId_id: { accountId, id } },
    data: { state: "released", endedAt: now, isFreed: true },
  });
}

const stateOf = async ({ accountId, id }: StockHold) =>
  (await sql().prisma.stockHold.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } }))
    .state;

/** Kg of this test's projects; other tests hold stock, too. */
const ofProjects = (kg: ReadonlyMap<string, number>) => projects.map((id) => kg.get(id) ?? 0);

beforeEach(async () => {
  stock = await makeStock({ tonnes: 2, projects: ["a", "b"] });
  await importFile({ ...stock.file, mode: "live" });
  projects = [`prj_${stock.tag}_a`, `prj_${stock.tag}_b`];
  const account = await makeAccount();
  [ctx, live] = [contextOf(account.test), contextOf(account.live)];
  other = contextOf((await makeAccount()).test);
});

describe("held stock", () => {
  it("is summed by project over all accounts of the mode, without holds that ended", async () => {
    await hold(ctx, { kg: [100, 7] });
    await hold(other, { kg: [20, 0] });
    await hold(live, { kg: [3, 3000] });
    await release(await hold(ctx, { kg: [500, 500] }));
    expect(ofProjects(await findHeldKg({ db: sql() }, "test"))).toEqual([120, 7]);
    expect(ofProjects(await findHeldKg({ db: sql() }, "live"))).toEqual([3, 3000]);
    const summed = async (mode: "test" | "live") =>
      ofProjects((await findHeldStock(sql(), { mode, orders: [] })).heldKg);
    expect(await summed("test")).toEqual([120, 7]);
    expect(await summed("live")).toEqual([3, 3000]);
  });

  it("of orders is what they hold themselves, each in its own account and mode", async () => {
    const [one, two, ended, foreign, unasked] = await Promise.all([
      place(ctx),
      place(ctx),
      place(ctx),
      place(other),
      place(ctx),
    ]);
    const liveOrder = await place(live);
    const { id } = await hold(ctx, { orderId: one.id, kg: [4, 6] });
    // Ids of holds are unique per mode only.
    await hold(live, { id, orderId: liveOrder.id, kg: [0, 9] });
    await hold(ctx, { orderId: two.id, kg: [10, 0] });
    await release(await hold(ctx, { orderId: ended.id, kg: [10, 0] }));
    await hold(other, { orderId: foreign.id, kg: [10, 0] });
    await hold(ctx, { orderId: unasked.id, kg: [10, 0] });
    const orders = [one, two, ended, foreign].map((order) => ({
      accountId: ctx.account.id,
      id: order.id,
    }));
    const { heldKg, ofOrders } = await findHeldStock(sql(), { mode: "test", orders });
    expect(ofOrders).toEqual(
      new Map([
        [
          one.id,
          new Map([
            [projects[0], 4],
            [projects[1], 6],
          ]),
        ],
        [two.id, new Map([[projects[0], 10]])],
      ]),
    );
    expect(ofProjects(heldKg)).toEqual([34, 6]);
  });
});

describe("using the holds of orders", () => {
  it("ends these holds only", async () => {
    const orders = [await place(ctx), await place(ctx), await place(ctx)];
    const holds: StockHold[] = [];
    for (const { id } of orders) holds.push(await hold(ctx, { orderId: id, kg: [10, 0] }));
    const keys = orders.slice(0, 2).map(({ id }) => ({ accountId: ctx.account.id, id }));
    await markHoldsUsed(sql(), { orders: keys, now });
    expect(await Promise.all(holds.map(stateOf))).toEqual(["used", "used", "held"]);
    expect(ofProjects(await findHeldKg({ db: sql() }, "test"))).toEqual([10, 0]);
  });

  it("is refused for a hold that ended, and for another account's", async () => {
    const order = await place(ctx);
    const held = await hold(ctx, { orderId: order.id, kg: [10, 0] });
    const use = (accountId: string) =>
      markHoldsUsed(sql(), { orders: [{ accountId, id: order.id }], now });
    const refused = "matching expected to use 1 holds and used 0";
    await expect(use(other.account.id)).rejects.toThrow(refused);
    expect(await stateOf(held)).toBe("held");
    await release(held);
    await expect(use(ctx.account.id)).rejects.toThrow(refused);
    expect(await stateOf(held)).toBe("released");
  });
});

it("stock that a hold freed is reported once, to its own mode", async () => {
  await takeFreed(sql(), "test");
  await takeFreed(sql(), "live");
  await hold(live, { kg: [1, 0] });
  await release(await hold(ctx, { kg: [1, 0] }));
  expect(await takeFreed(sql(), "live")).toBe(false);
  expect(await takeFreed(sql(), "test")).toBe(true);
  expect(await takeFreed(sql(), "test")).toBe(false);
});
