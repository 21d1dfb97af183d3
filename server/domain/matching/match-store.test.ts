import { beforeEach, describe, expect, it } from "vitest";
import type { Account, AccountContext, Mode } from "#core/context";
import { database } from "#core/db";
import { findPlans } from "#domain/inventory";
import { cancelOrder, cancelPlacedOrder } from "#domain/orders";
import { cards, openSession, pay } from "#testing/checkout";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findLots, findModesWithWork, markTried, settle, takeOrders } from "./match-store";

type Stock = Awaited<ReturnType<typeof makeStock>>;

// One stock in both modes under the same ids, as in a sandbox copy.
let stock: Stock;
let ctx: AccountContext;
let live: AccountContext;

const sql = () => database();
const versionOf = async (mode: Mode) =>
  Number((await sql().prisma.catalogue.findUniqueOrThrow({ where: { mode } })).stockVersion);
const place = (by: AccountContext, amountKg = 10) =>
  placeOrder(
    { ...by, now: new Date() },
    { amount_kg: amountKg, portfolio_id: stock.portfolioId, subaccountId: null },
  );
/** A placed order whose payment is still processing. */
async function placeUnpaid(): Promise<string> {
  const { portfolioId } = stock;
  const { id } = await openSession({ account: ctx.account, portfolioId, amountKg: 20 });
  await pay(id, cards.paysLater);
  const order = await sql().prisma.order.findFirstOrThrow({ where: { checkoutSessionId: id } });
  expect(order.awaitingPayment).toBe(true);
  return order.id;
}
const cancel = (id: string) => database().transaction((db) => cancelOrder({ ...ctx, db }, { id }));
const whole = { fromId: "", untilId: "~" };
const take = (mode: Mode, stockVersion: number, part: object = {}) => {
  const portfolioIds = [stock.portfolioId];
  return takeOrders(sql(), { mode, stockVersion, limit: 100, portfolioIds, ...whole, ...part });
};
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const lotsOf = (of: Stock, neededKg = 1_000_000, mode: Mode = "test") =>
  findLots(sql(), { mode, projectIds: of.file.projects.map(({ id }) => id), neededKg });

beforeEach(async () => {
  // Orders that earlier tests left in the queue.
  const left = await sql().prisma.order.findMany({ where: { state: "placed" } });
  for (const { accountId: id, ...order } of left) {
    const account = await sql().prisma.account.findUniqueOrThrow({ where: { id } });
    const placed = { ...order, state: "placed" } as const;
    await cancelPlacedOrder(contextOf(account as Account), { order: placed, reason: "requested" });
  }
  stock = await makeStock({ tonnes: 2, projects: ["a", "b"] });
  await importFile({ ...stock.file, mode: "live" });
  const { live: liveAccount, test } = await makeAccount();
  [ctx, live] = [contextOf(test), contextOf(liveAccount)];
  // Gives the two modes different stock versions.
  await makeStock({ tonnes: 1 });
});

describe("a turn", () => {
  it("is needed only where an order waits that the current stock was not tried on", async () => {
    expect(await findModesWithWork(sql())).toEqual([]);
    await placeUnpaid();
    await cancel((await place(ctx)).id);
    expect(await findModesWithWork(sql())).toEqual([]);
    const { id } = await place(ctx, 10);
    expect(await findModesWithWork(sql())).toEqual(["test"]);
    const version = await versionOf("test");
    await markTried(sql(), version, await take("test", version));
    expect(await findModesWithWork(sql())).toEqual([]);
    await makeStock({ tonnes: 1 });
    expect(await findModesWithWork(sql())).toEqual(["test"]);
    await matchAll();
    expect((await sql().prisma.order.findFirstOrThrow({ where: { id } })).state).toBe("fulfilled");
  });
});

describe("the orders of a batch", () => {
  it("are the mode's oldest waiting orders, new ones and those tried on older stock", async () => {
    const [tried, current, fresh] = [await place(ctx), await place(ctx), await place(ctx)];
    const other = await place(live);
    await placeUnpaid();
    await cancel((await place(ctx)).id);
    const version = await versionOf("test");
    const all = await take("test", version);
    expect(idsOf(all)).toEqual(idsOf([tried, current, fresh]));
    const only = (...orders: { id: string }[]) =>
      all.filter((order) => idsOf(orders).includes(order.id));
    await markTried(sql(), version - 1, only(tried));
    await markTried(sql(), version, only(current));
    expect(idsOf(await take("test", version))).toEqual(idsOf([tried, fresh]));
    expect(idsOf(await take("live", await versionOf("live")))).toEqual([other.id]);
    await cancel(tried.id);
    expect(idsOf(await take("test", version))).toEqual([fresh.id]);
  });

  it("belong to the given portfolios, and to the given part of the queue", async () => {
    const orders = [await place(ctx), await place(ctx), await place(ctx)];
    const [first, second, third] = idsOf(orders);
    const version = await versionOf("test");
    const tried = (await take("test", version)).slice(0, 2);
    await markTried(sql(), 1, tried);
    const part = (fromId = "", untilId = "~") => take("test", version, { fromId, untilId });
    expect(idsOf(await part(second))).toEqual([second, third]);
    expect(idsOf(await part("", second))).toEqual([first, second]);
    expect(await take("test", version, { portfolioIds: ["other"] })).toEqual([]);
    expect(idsOf(await take("test", version, { limit: 1 }))).toEqual([first]);
  });

  it("include tried ones of their mode only", async () => {
    await place(live);
    await markTried(sql(), 1, await take("live", await versionOf("live")));
    expect(await take("test", await versionOf("test"))).toEqual([]);
  });

  it("are locked: other transactions skip them, new and tried", async () => {
    const orders = [await place(ctx), await place(ctx)];
    const version = await versionOf("test");
    await markTried(sql(), 1, (await take("test", version)).slice(0, 1));
    await database().sqlTransaction(async (first) => {
      const portfolioIds = [stock.portfolioId];
      const all = { limit: 100, portfolioIds, ...whole };
      const batch = { mode: "test", stockVersion: version, ...all } as const;
      expect(idsOf(await takeOrders(first, batch))).toEqual(idsOf(orders));
      expect(await take("test", version)).toEqual([]);
    });
    expect(idsOf(await take("test", version))).toEqual(idsOf(orders));
  });
});

describe("the stock of a batch", () => {
  it("follows the portfolio's own categories and projects, in its mode", async () => {
    const other = await makeStock();
    const ids = [stock.portfolioId, other.portfolioId];
    const plan = (of: Stock) => [
      {
        id: `cat_${of.tag}`,
        weight: 1_000_000,
        projects: of.file.projects.map(({ id }) => ({ id, weight: 1_000_000 })),
      },
    ];
    expect(await findPlans(sql(), "test", ids)).toEqual(
      new Map([stock, other].map((of) => [of.portfolioId, plan(of)])),
    );
    expect(await findPlans(sql(), "live", ids)).toEqual(
      new Map([[stock.portfolioId, plan(stock)]]),
    );
  });

  it("consists of open lots on sale, of each project no more than needed", async () => {
    const [first, second] = stock.file.projects;
    const lot = (name: string, vintageYear: number, more: object = {}) => ({
      id: `lot_${stock.tag}_${name}`,
      project_id: first?.id,
      vintage_year: vintageYear,
      quantity_kg: 1000,
      serial_number_range: `NEW-${stock.tag}-${name}-7-7`,
      retirement_url: null,
      ...more,
    });
    const name = { serial_number_range: `Batch ${stock.tag}`, opaque_serials: true };
    const lots = [lot("old", 2010, name), lot("stopped", 2011), lot("last", 2030)];
    await importFile({ mode: "test", credit_lots: lots });
    await sql().prisma.creditLot.updateMany({
      where: { id: `lot_${stock.tag}_stopped` },
      data: { state: "stopped", stateReason: "test", stateChangedAt: new Date() },
    });
    const summary = async (neededKg: number) =>
      [...(await lotsOf(stock, neededKg))].map(([project, lots]) => [
        project,
        lots.map(({ id, serialForm }) => `${id.slice(`lot_${stock.tag}_`.length)} ${serialForm}`),
      ]);
    const whole = [
      [first?.id, ["old opaque", "a numbered", "last numbered"]],
      [second?.id, ["b numbered"]],
    ];
    expect(await summary(1_000_000)).toEqual(whole);
    expect(await summary(3001)).toEqual(whole);
    expect(await summary(3000)).toEqual([
      [first?.id, ["old opaque", "a numbered"]],
      [second?.id, ["b numbered"]],
    ]);
    await place(ctx, 4000);
    await matchAll();
    expect((await summary(1_000_000)).flat(2)).not.toContain("old opaque");
    expect([...(await lotsOf(stock, 1_000_000, "live")).values()].flat()).toHaveLength(2);
  });
});

describe("what a batch settles", () => {
  it("is rejected completely if an order or a lot has changed since it was read", async () => {
    const orders = [await place(ctx), await place(ctx)];
    const queued = await take("test", await versionOf("test"));
    const [lot] = [...(await lotsOf(stock)).values()].flat();
    if (!lot) throw new Error("a lot is expected");
    const batch = { mode: "test" as const, now: new Date(), retirements: [] };
    const moved = { ...lot, readKg: lot.readKg + 1, nextKg: lot.nextKg + 1 };
    await expect(settle(sql(), { ...batch, orders: [], lots: [moved] })).rejects.toThrow(
      "expected to write 0,1,0 rows and wrote 0,0,0",
    );
    await cancel(orders[0]?.id ?? "");
    await expect(
      database().sqlTransaction((db) =>
        settle(db, { ...batch, orders: queued.slice(0, 1), lots: [] }),
      ),
    ).rejects.toThrow("expected to write 1,0,0 rows and wrote 0,0,0");
    const unpaid = { ...queued[0], id: await placeUnpaid() } as (typeof queued)[number];
    await expect(
      database().sqlTransaction((db) => settle(db, { ...batch, orders: [unpaid], lots: [] })),
    ).rejects.toThrow("expected to write 1,0,0 rows and wrote 0,0,0");
  });

  it("changes lots of its mode only", async () => {
    for (const amountKg of [300, 500]) {
      await place(ctx, amountKg);
      expect(await matchAll()).toEqual({ matched: 1, waiting: 0 });
    }
    const lots = await sql().prisma.creditLot.findMany({ where: { id: { in: stock.lotIds } } });
    const retired = (mode: Mode) =>
      lots.filter((lot) => lot.mode === mode).reduce((kg, lot) => kg + Number(lot.retiredKg), 0);
    expect([retired("test"), retired("live")]).toEqual([800, 0]);
  });

  it("adds each order's own share of its price to the credits sold of its account", async () => {
    const { account } = await makeAccount();
    const other = contextOf(account);
    const batches = [
      [
        { by: ctx, kg: 300 },
        { by: ctx, kg: 501 },
        { by: other, kg: 7 },
      ],
      [{ by: ctx, kg: 50 }],
    ];
    for (const batch of batches) {
      await Promise.all(batch.map(({ by, kg }) => place(by, kg)));
      expect(await matchAll()).toEqual({ matched: batch.length, waiting: 0 });
    }
    for (const { id: accountId } of [ctx.account, account]) {
      const [sold, allocated, ordered] = await Promise.all([
        sql().prisma.soldCredit.findMany({ where: { accountId } }),
        sql().prisma.retirement.findMany({ where: { accountId } }),
        sql().prisma.order.findMany({ where: { accountId } }),
      ]);
      const kgOf = (lotId: string) =>
        allocated
          .filter((row) => row.lotId === lotId)
          .reduce((kg, row) => kg + row.orderEndKg - row.orderStartKg, 0);
      expect(sold.map((row) => [row.lotId, Number(row.amountKg)])).toEqual(
        sold.map(({ lotId }) => [lotId, kgOf(lotId)]),
      );
      const sumOf = (rows: { price: bigint }[]) =>
        rows.reduce((amount, row) => amount + row.price, 0n);
      expect(sumOf(sold)).toBe(sumOf(ordered));
      expect(new Set(sold.map(({ lotId }) => lotId))).toEqual(
        new Set(allocated.map(({ lotId }) => lotId)),
      );
    }
  });

  it("marks only the unfilled orders as tried", async () => {
    const [short, other] = [await place(ctx), await place(ctx)];
    const version = await versionOf("test");
    const all = await take("test", version);
    await markTried(
      sql(),
      version,
      all.filter(({ id }) => id === short.id),
    );
    expect(idsOf(await take("test", version))).toEqual([other.id]);
  });
});
