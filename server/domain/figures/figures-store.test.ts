// The statements of the figures, over two accounts, both modes, and the edges of a month.
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { newId } from "#core/id";
import { createSubaccount } from "#domain/catalogue";
import { cancelOrder } from "#domain/orders";
import { cards, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findOrdered, findSold, findSoldDays, type Scope } from "./figures-store";
import { monthOf } from "./month-rules";

const { from, to } = monthOf(new Date("2026-05-10"));
const before = new Date(from.getTime() - 1);
const last = new Date(to.getTime() - 1);
const dayOf = (at: Date) => new Date(at.toISOString().slice(0, 10));

let account: Account;
let other: Account;
let oslo: string;
let portfolioId: string;

const scope = (given: Partial<Scope> = {}): Scope => ({
  ...{ accountId: account.id, subaccountId: null, mode: "test", from, to },
  ...given,
});

const everyone = () => scope({ accountId: null });

const ofBoth = <Row extends { accountId: string }>(rows: readonly Row[]) =>
  rows.filter(({ accountId }) => [account.id, other.id].includes(accountId));

beforeAll(async () => {
  ({ account } = await makeAccount());
  ({ account: other } = await makeAccount());
  ({ id: oslo } = await createSubaccount(contextOf(account), { name: "Oslo" }));
  ({ portfolioId } = await makeStock({ tonnes: 100 }));
});

interface Day {
  startsAt: Date;
  kg: number;
  accountId?: string;
  subaccountId?: string;
  channel?: "api" | "checkout";
}

/** Inserts fulfilled orders without their retirements: a replica has no foreign keys. */
async function addFulfilled(list: readonly Day[]): Promise<void> {
  const data = list.map(
    ({ startsAt, kg, accountId = account.id, subaccountId = null, channel = "api" }) => {
      const id = newId("order");
      return {
        ...{ accountId, id, subaccountId, channel, portfolioId, mode: "test", type: "generic" },
        checkoutSessionId: channel === "checkout" ? `cs_${id}` : null,
        ...{ amountKg: kg, fulfilledKg: kg, pricingUnit: "tonne", pricePerTonne: 10_000 },
        currency: "usd",
        ...{ price: 10 * kg, state: "fulfilled", createdAt: startsAt, settledAt: startsAt },
      };
    },
  );
  await database().transaction(async (db) => {
    await db.query({ name: "", text: "SET LOCAL session_replication_role = replica" }, []);
    await db.prisma.order.createMany({ data });
  });
}

/** Orders whose kg tell which of them a sum has. */
const days = (): Day[] => [
  { startsAt: before, kg: 1 },
  { startsAt: from, kg: 2 },
  { startsAt: from, kg: 4, subaccountId: oslo },
  { startsAt: last, kg: 8, channel: "checkout" },
  { startsAt: to, kg: 16 },
  { startsAt: from, kg: 32, accountId: other.id },
];

beforeAll(() => addFulfilled(days()));

describe("sold", () => {
  const kgOf = async (given: Scope) =>
    ofBoth(await findSold(database(), given)).map((sum) => [sum.channel, sum.kg, sum.price]);

  it("has the orders of the month, of the account, the subaccount or everyone", async () => {
    expect((await kgOf(scope())).sort()).toEqual([
      ["api", 6, 60],
      ["checkout", 8, 80],
    ]);
    expect(await kgOf(scope({ subaccountId: oslo }))).toEqual([["api", 4, 40]]);
    expect((await kgOf(everyone())).map(([, kg]) => kg).sort()).toEqual([32, 6, 8]);
    expect(await kgOf(scope({ mode: "live" }))).toEqual([]);
    expect(await kgOf(scope({ accountId: null, mode: "live" }))).toEqual([]);
  });

  it("has by day what the account sold from a day on", async () => {
    const credits = days().map(
      ({ startsAt, kg, accountId = account.id, subaccountId = "", channel = "api" }) => ({
        ...{ accountId, channel, subaccountId, portfolioId, lotId: "lot" },
        ...{ startsAt: dayOf(startsAt), amountKg: kg, price: 10 * kg },
        currency: "usd",
      }),
    );
    await database().prisma.soldCredit.createMany({ data: credits });
    const rows = await findSoldDays(database(), {
      accountId: account.id,
      currency: "usd",
      from,
    });
    expect(rows.map(({ startsAt, kg, price }) => [startsAt, kg, price])).toEqual([
      [from, 6, 60],
      [dayOf(last), 8, 80],
      [to, 16, 160],
    ]);
  });
});

describe("ordered", () => {
  /** An order that waits, of 64 kg or more. */
  async function place(by: Account, kg: number, createdAt: Date, change: object = {}) {
    const ctx = { ...contextOf(by), now: createdAt };
    const { id } = await placeOrder(ctx, {
      amount_kg: kg,
      portfolio_id: portfolioId,
      subaccountId: null,
    });
    await database().prisma.order.updateMany({ where: { id }, data: { createdAt, ...change } });
    return id;
  }

  const cancelAt = (id: string, now: Date) =>
    database().transaction((db) => cancelOrder({ ...contextOf(account), db, now }, { id }));

  beforeAll(async () => {
    await place(account, 64, from);
    await place(account, 128, last, { subaccountId: oslo });
    await place(account, 256, from, { triedStockVersion: 3 });
    await place(account, 512, from, { coolingOff: true, matchableFrom: to });
    await place(account, 1024, before);
    await place(account, 2048, to);
    await place(account, 4096, before, { triedStockVersion: 3 });
    await place(account, 8192, to, { triedStockVersion: 3 });
    await place(account, 16_384, before, { coolingOff: true, matchableFrom: to });
    await place(account, 32_768, to, { coolingOff: true, matchableFrom: to });
    await place(other, 65_536, from);
    const coolingOff = { coolingOff: true, matchableFrom: to };
    for (const change of [{}, { triedStockVersion: 3 }, coolingOff]) {
      const id = await place(account, 3_000_000, from, change);
      await cancelAt(id, last);
    }
    const [late, earlier] = [
      await place(account, 1_048_576, from),
      await place(account, 2_097_152, before),
    ];
    await cancelAt(late, to);
    await cancelAt(earlier, from);
    // The second one waits for two things, and is counted once.
    for (const [amountKg, change] of [[300, {}] as const, [700, coolingOff] as const]) {
      const { id: session } = await openSession({ account, portfolioId, amountKg });
      await pay(session, cards.paysLater);
      const where = { checkoutSessionId: session };
      await database().prisma.order.updateMany({ where, data: { createdAt: from, ...change } });
    }
    await place(account, 262_144, from, { subaccountId: oslo, triedStockVersion: 3 });
    await place(account, 524_288, from, { ...coolingOff, subaccountId: oslo });
    await place(account, 131_072, from, { ...coolingOff, triedStockVersion: 3 });
  });

  const kgOf = async (given: Scope) =>
    ofBoth(await findOrdered(database(), given)).map((sum) => [sum.channel, sum.kg]);

  it("has an order in the month in which it was placed, and a later cancellation in its own", async () => {
    const next = monthOf(to);
    const [[, kg] = []] = await kgOf(scope({ from: next.from, to: next.to }));
    expect(kg).toBe(16 + 2048 + 8192 + 32_768 - 1_048_576);
  });

  it("has fulfilled orders, and those that wait for anything, once", async () => {
    const waiting = 1_048_576 - 2_097_152 + 64 + 128 + 256 + 512 + 131_072 + 262_144 + 524_288;
    expect((await kgOf(scope())).sort()).toEqual([
      ["api", 6 + waiting],
      ["checkout", 8 + 300 + 700],
    ]);
    expect(await kgOf(scope({ subaccountId: oslo }))).toEqual([
      ["api", 4 + 128 + 262_144 + 524_288],
    ]);
    expect(await kgOf(scope({ accountId: other.id }))).toEqual([["api", 32 + 65_536]]);
    expect(new Set(await kgOf(everyone()))).toEqual(
      new Set([...(await kgOf(scope())), ...(await kgOf(scope({ accountId: other.id })))]),
    );
    expect(await kgOf(scope({ accountId: null, mode: "live" }))).toEqual([]);
    expect(await kgOf(scope({ mode: "live" }))).toEqual([]);
  });
});
