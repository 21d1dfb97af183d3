import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { lockCatalogue } from "#domain/catalogue";
import { checkLedger } from "#domain/diagnostics";
import { cancelOrder, canTransition, getOrder, type OrderState } from "#domain/orders";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";

type Stock = Awaited<ReturnType<typeof makeStock>>;

const place = (ctx: AccountContext, stock: Stock, amountKg: number) =>
  placeOrder(
    { ...ctx, now: new Date() },
    { amount_kg: amountKg, portfolio_id: stock.portfolioId, subaccountId: null },
  );
const stateOf = async (ctx: AccountContext, { id }: { id: string }) =>
  (await getOrder(ctx, { id })).state;
const cancel = (ctx: AccountContext, id: string) =>
  database().transaction((db) => cancelOrder({ ...ctx, db }, { id }));
const retiredKg = async (stock: Stock) => {
  const lots = await database().prisma.creditLot.findMany({ where: { id: { in: stock.lotIds } } });
  return lots.reduce((kg, lot) => kg + Number(lot.retiredKg), 0);
};

/** One more lot of the stock's first project. */
function moreStock(stock: Stock, tonnes: number, vintageYear = 2023) {
  const [project] = stock.file.projects;
  const name = `more-${vintageYear}-${Math.random()}`;
  return importFile({
    mode: "test",
    credit_lots: [
      {
        id: `lot_${stock.tag}_${name}`,
        project_id: project?.id,
        vintage_year: vintageYear,
        quantity_kg: tonnes * 1000,
        serial_number_range: `TST-${stock.tag}-${name}-1-${tonnes}`,
        retirement_url: null,
      },
    ],
  });
}

describe("matchOrders", () => {
  it("fulfills exactly the 100 of 200 concurrent orders that the lot can fill", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 1 });
    const orders = await Promise.all(Array.from({ length: 200 }, () => place(ctx, stock, 10)));
    // Concurrent runs, as of several workers.
    await Promise.all([matchAll(), matchAll(), matchAll(), matchAll()]);
    const states = await Promise.all(orders.map((order) => stateOf(ctx, order)));
    expect(states.filter((state) => state === "fulfilled")).toHaveLength(100);
    expect(await retiredKg(stock)).toBe(1000);
    const retirements = await database().prisma.retirement.findMany({
      where: { lotId: { in: stock.lotIds } },
      orderBy: { lotStartKg: "asc" },
    });
    let next = 0n;
    for (const retirement of retirements) {
      expect(retirement.lotStartKg).toBe(next);
      next = retirement.lotEndKg;
    }
  });

  it("skips a mode whose catalogue is locked by an import or another worker", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 1 });
    const order = await place(ctx, stock, 10);
    await database().transaction(async (db) => {
      await lockCatalogue({ ...systemContext(), db }, "test");
      expect(await matchAll()).toEqual({ matched: 0, waiting: 0 });
    });
    expect(await stateOf(ctx, order)).toBe("placed");
    expect(await matchAll()).toMatchObject({ matched: 1 });
    expect(await stateOf(ctx, order)).toBe("fulfilled");
  });

  it("serves the oldest order first, and fills smaller ones behind an order that cannot be filled", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 1 });
    const large = await place(ctx, stock, 1500);
    const small = await place(ctx, stock, 400);
    const next = await place(ctx, stock, 700);
    await matchAll();
    expect(await stateOf(ctx, large)).toBe("placed");
    expect(await stateOf(ctx, small)).toBe("fulfilled");
    expect(await stateOf(ctx, next)).toBe("placed");
    await moreStock(stock, 1);
    await matchAll();
    expect(await stateOf(ctx, large)).toBe("fulfilled");
    expect(await stateOf(ctx, next)).toBe("placed");
  });

  it("takes the oldest vintage first, and names the tonnes that it used", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 2 });
    await moreStock(stock, 2, 2019);
    const first = await place(ctx, stock, 1500);
    const second = await place(ctx, stock, 1000);
    await matchAll();
    const ranges = async (order: { id: string }) =>
      (await getOrder(ctx, order)).allocations.flatMap((part) =>
        part.retirements.map((one) => [
          one.vintageYear,
          one.serialNumberRange.split("-").slice(-2),
        ]),
      );
    expect(await ranges(first)).toEqual([[2019, ["1", "2"]]]);
    // A tonne of its own, not two halves of tonnes that belong to others as well.
    expect(await ranges(second)).toEqual([[2022, ["1", "1"]]]);
  });

  it("gives a full tonne a serial of its own, and the rest of an opened tonne to the next odd order", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 5 });
    const orders = [];
    // The first is matched alone, so that the lot is cut behind a stored sale; the others together.
    for (const kg of [300, 2000, 1900, 450]) {
      orders.push(await place(ctx, stock, kg));
      if (kg === 300) await matchAll();
    }
    await matchAll();
    const serials = async (order: { id: string }) =>
      (await getOrder(ctx, order)).allocations.flatMap((part) =>
        part.retirements.map((one) => one.serialNumberRange.split("-").slice(-2).map(Number)),
      );
    const taken = await Promise.all(orders.map(serials));
    expect(taken.map((ranges) => ranges.sort(([a = 0], [b = 0]) => a - b))).toEqual([
      [[1, 1]],
      [[2, 3]],
      // 700 kg of the first tonne, and 200 of the fifth.
      [
        [1, 1],
        [4, 5],
      ],
      [[5, 5]],
    ]);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("cuts a lot of which much is sold, also where nothing of the rest is needed yet", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 300 });
    for (const kg of [100_000, 1500]) {
      const order = await place(ctx, stock, kg);
      await matchAll();
      expect(await stateOf(ctx, order)).toBe("fulfilled");
    }
    const lots = await database().prisma.creditLot.findMany({
      where: { rootLotId: { in: stock.lotIds } },
      orderBy: { lineStartKg: "asc" },
    });
    expect(lots.map((lot) => [Number(lot.quantityKg), Number(lot.retiredKg)])).toEqual([
      [100_000, 100_000],
      [101_000, 1500],
      [99_000, 0],
    ]);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("never matches a retired credit again, and never fills an order twice", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 1 });
    const order = await place(ctx, stock, 1000);
    await Promise.all([matchAll(), matchAll()]);
    await matchAll();
    expect((await getOrder(ctx, order)).allocations[0]?.amountKg).toBe(1000);
    const late = await place(ctx, stock, 1);
    await matchAll();
    expect(await stateOf(ctx, late)).toBe("placed");
    expect(await retiredKg(stock)).toBe(1000);
  });

  it("emits one event per status change of an order, and none when it is placed", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 1 });
    const filled = await place(ctx, stock, 1);
    const cancelled = await place(ctx, stock, 5000);
    await matchAll();
    await cancel(ctx, cancelled.id);
    await matchAll();
    const events = await database().prisma.event.findMany({
      where: { accountId: account.id },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ subjectId, sequence, type }) => [subjectId, sequence, type])).toEqual([
      [filled.id, 1, "order.fulfilled"],
      [cancelled.id, 1, "order.cancelled"],
    ]);
  });

  it("either cancels or fills an order when both happen at once", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const stock = await makeStock({ tonnes: 1 });
    const orders = await Promise.all(Array.from({ length: 40 }, () => place(ctx, stock, 10)));
    const outcomes = await Promise.all([
      matchAll(),
      ...orders.map((order) =>
        cancel(ctx, order.id)
          .then(() => 1)
          .catch(() => 0),
      ),
      matchAll(),
    ]);
    const cancelledCount = outcomes.filter((one) => one === 1).length;
    const states = await Promise.all(orders.map((order) => stateOf(ctx, order)));
    expect(states.filter((state) => state === "cancelled")).toHaveLength(cancelledCount);
    expect(states.filter((state) => state === "fulfilled")).toHaveLength(40 - cancelledCount);
    expect(await retiredKg(stock)).toBe((40 - cancelledCount) * 10);
  });
});

describe("an order's states", () => {
  it("change only along the allowed edges, for any sequence of operations", async () => {
    const { account } = await makeAccount();
    const ctx = contextOf(account);
    const step = fc.constantFrom("place", "cancel", "match", "stock");
    const plan = fc.array(step, { minLength: 3, maxLength: 10 });
    const run = async (steps: string[]) => {
      const stock = await makeStock({ tonnes: 1 });
      const states = new Map<string, OrderState>();
      for (const next of steps) {
        if (next === "place") states.set((await place(ctx, stock, 700)).id, "placed");
        if (next === "stock") await moreStock(stock, 1);
        if (next === "match") await matchAll();
        const [first] = states.keys();
        if (next === "cancel" && first) await cancel(ctx, first).catch(() => undefined);
        for (const [id, before] of states) {
          const now = await stateOf(ctx, { id });
          expect(now === before || canTransition(before, now)).toBe(true);
          states.set(id, now);
        }
      }
    };
    await fc.assert(fc.asyncProperty(plan, run), { numRuns: 15 });
  });
});
