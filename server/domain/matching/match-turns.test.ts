import { describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database, type Sql } from "#core/db";
import { lockStock, shareCatalogue } from "#domain/catalogue";
import { getOrder } from "#domain/orders";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findDueOrders } from "./find-components";
import { type BatchReport, matchBatch } from "./match-batch";

type Stock = Awaited<ReturnType<typeof makeStock>>;

const buyer = async () => contextOf((await makeAccount()).account);
const place = (ctx: AccountContext, { portfolioId }: Stock, amountKg = 10) =>
  placeOrder(
    { ...ctx, now: new Date() },
    { amount_kg: amountKg, portfolio_id: portfolioId, subaccountId: null },
  );
const statesOf = (ctx: AccountContext, orders: readonly { id: string }[]) =>
  Promise.all(orders.map(async ({ id }) => (await getOrder(ctx, { id })).state));
const filled = (matched: number, waiting = 0) => ({ matched, waiting });

/** The portfolio's due orders, and those that compete with them, to be matched in a transaction. */
async function turnOf({ portfolioId }: Stock) {
  const due = await findDueOrders(database(), "test");
  const component = due?.components.find(({ portfolioIds }) => portfolioIds.includes(portfolioId));
  if (!due || !component) throw new Error("the portfolio has no due orders");
  return (db: Sql): Promise<BatchReport> =>
    matchBatch({ ...systemContext(), db }, { mode: "test", ...due, ...component });
}

const inTransaction = <T>(work: (db: Sql) => Promise<T>) => database().sqlTransaction(work);

/** Lets the stock's portfolio use the category of another one, too. */
function join(stock: Stock, other: Stock) {
  const [portfolio] = stock.file.portfolios;
  const parts = [stock, other].map(({ tag }) => ({
    category_id: `cat_${tag}`,
    allocated_fraction: 0.5,
  }));
  return importFile({
    mode: "test",
    portfolios: [{ ...portfolio, category_allocations: parts }],
  });
}

const WAITERS = {
  name: "",
  text: `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
};

/** Starts work that waits for the catalogue's lock, after `others` who wait. */
async function startWaiting<T>(
  work: () => Promise<T>,
  { others = 0 } = {},
): Promise<{ done: Promise<T> }> {
  const done = work();
  await expect.poll(() => database().query(WAITERS, []), { interval: 5 }).toHaveLength(others + 1);
  return { done };
}

describe("turns of portfolios that share no project", () => {
  it("match at the same time", async () => {
    const [ctx, rival] = [await buyer(), await buyer()];
    const [one, other] = [await makeStock(), await makeStock()];
    const [own, rivals] = [await place(ctx, one), await place(rival, other)];
    const [turn, second] = [await turnOf(one), await turnOf(other)];
    await inTransaction(async (db) => {
      expect(await turn(db)).toEqual(filled(1));
      expect(await inTransaction(second)).toEqual(filled(1));
      expect(await statesOf(rival, [rivals])).toEqual(["fulfilled"]);
      expect(await statesOf(ctx, [own])).toEqual(["placed"]);
    });
    expect(await statesOf(ctx, [own])).toEqual(["fulfilled"]);
  });

  it("match orders of one account at the same time, and fill each order once", async () => {
    const ctx = await buyer();
    const stocks = await Promise.all([1, 2, 3, 4].map(() => makeStock({ tonnes: 1 })));
    const orders = await Promise.all(
      stocks.flatMap((stock) => Array.from({ length: 30 }, () => place(ctx, stock, 10))),
    );
    const reports = await Promise.all([matchAll(), matchAll(), matchAll()]);
    expect(reports.reduce((sum, { matched }) => sum + matched, 0)).toBe(120);
    expect(new Set(await statesOf(ctx, orders))).toEqual(new Set(["fulfilled"]));
    const where = { accountId: ctx.account.id };
    const sold = await database().prisma.soldCredit.findMany({ where });
    expect(sold.map(({ amountKg }) => Number(amountKg))).toEqual([300, 300, 300, 300]);
  });
});

describe("turns of portfolios that share a project", () => {
  it("exclude each other, and the second reads the stock that the first has left", async () => {
    const [ctx, rival] = [await buyer(), await buyer()];
    const [one, other] = [await makeStock({ tonnes: 1 }), await makeStock({ tonnes: 1 })];
    await join(one, other);
    const own = await place(ctx, one, 1200);
    const alone = await turnOf(one);
    const rivals = await place(rival, other, 500);
    const both = await turnOf(other);
    await inTransaction(async (db) => {
      expect(await alone(db)).toEqual(filled(1));
      expect(await inTransaction(both)).toBe("busy");
    });
    expect(await statesOf(ctx, [own])).toEqual(["fulfilled"]);
    expect(await inTransaction(both)).toEqual(filled(0, 1));
    expect(await statesOf(rival, [rivals])).toEqual(["placed"]);
  });

  it("serve the oldest order first, whichever portfolio it names", async () => {
    const ctx = await buyer();
    const [one, other] = [await makeStock({ tonnes: 1 }), await makeStock({ tonnes: 1 })];
    await join(one, other);
    const orders = [];
    // The first two use all credits of the project that the portfolios share.
    for (const [stock, kg] of [
      [other, 400],
      [one, 1200],
      [other, 300],
      [one, 10],
    ] as const) {
      orders.push(await place(ctx, stock, kg));
    }
    await Promise.all([matchAll(), matchAll()]);
    const states = ["fulfilled", "fulfilled", "placed", "placed"];
    expect(await statesOf(ctx, orders)).toEqual(states);
  });
});

describe("a change of the catalogue", () => {
  it("waits for all turns, lets none begin meanwhile, and makes their plans outdated", async () => {
    const [ctx, rival] = [await buyer(), await buyer()];
    const [one, other] = [await makeStock({ tonnes: 1 }), await makeStock({ tonnes: 1 })];
    const [own, rivals] = [await place(ctx, one, 600), await place(rival, other, 600)];
    const [turn, second] = [await turnOf(one), await turnOf(other)];
    const change = await inTransaction((first) =>
      inTransaction(async (db) => {
        expect([await turn(first), await second(db)]).toEqual([filled(1), filled(1)]);
        const waiting = await startWaiting(() => join(one, other));
        expect(await inTransaction((late) => shareCatalogue(late, "test"))).toBeNull();
        expect(await matchAll()).toEqual(filled(0));
        return waiting;
      }),
    );
    const late = await place(rival, other, 100);
    await change.done;
    expect(await statesOf(ctx, [own])).toEqual(["fulfilled"]);
    expect(await statesOf(rival, [rivals])).toEqual(["fulfilled"]);
    expect(await inTransaction(turn)).toBe("outdated");
    // The late order leaves 300 kg of the other project: of the next two, the older one's 250.
    const next = [await place(ctx, one, 500), await place(rival, other, 300)];
    const due = await findDueOrders(database(), "test");
    const ids = [one, other].map(({ portfolioId }) => portfolioId).sort();
    expect(due?.components.map(({ portfolioIds }) => portfolioIds.toSorted())).toContainEqual(ids);
    await matchAll();
    expect(await statesOf(rival, [late])).toEqual(["fulfilled"]);
    expect(await statesOf(ctx, next.slice(0, 1))).toEqual(["fulfilled"]);
    expect(await statesOf(rival, next.slice(1))).toEqual(["placed"]);
  });

  it("keeps each turn out until it has ended", async () => {
    const ctx = await buyer();
    const stock = await makeStock();
    const order = await place(ctx, stock);
    const turn = await turnOf(stock);
    await inTransaction(async (db) => {
      await lockStock({ ...systemContext(), db }, "test");
      expect(await inTransaction(turn)).toBe("busy");
      expect(await inTransaction((live) => shareCatalogue(live, "live"))).not.toBeNull();
    });
    expect(await inTransaction(turn)).toEqual(filled(1));
    expect(await statesOf(ctx, [order])).toEqual(["fulfilled"]);
  });

  it("lets orders be matched before the next change, also if that waits already", async () => {
    const ctx = await buyer();
    const stock = await makeStock();
    await matchAll();
    const orders = [await place(ctx, stock)];
    const lock = (db: Sql) => lockStock({ ...systemContext(), db }, "test");
    const next = await inTransaction(async (db) => {
      await lock(db);
      await startWaiting(matchAll);
      const change = () => inTransaction((later) => lock(later).then(() => statesOf(ctx, orders)));
      return startWaiting(change, { others: 1 });
    });
    expect(await next.done).toEqual(["fulfilled"]);
  });

  it("excludes an earlier version, which locks the catalogue's row alone, and is excluded by it", async () => {
    const ctx = await buyer();
    const stock = await makeStock();
    await place(ctx, stock);
    const turn = await turnOf(stock);
    const former = {
      name: "",
      text: "SELECT mode FROM catalogues WHERE mode = 'test' FOR UPDATE SKIP LOCKED",
    };
    await inTransaction(async (db) => {
      expect(await db.query(former, [])).toHaveLength(1);
      expect(await inTransaction(turn)).toBe("busy");
    });
    await inTransaction(async (db) => {
      expect(await turn(db)).toEqual(filled(1));
      expect(await inTransaction((old) => old.query(former, []))).toHaveLength(0);
    });
  });
});
