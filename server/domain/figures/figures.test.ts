import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { cancelOrder } from "#domain/orders";
import { cancel, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { fulfillAt } from "#testing/fulfillment-time";
import { placeOrder } from "#testing/place-order";
import { getMonthFigures, getSalesHistory, listMonthFigures, sumFigures } from "./figures";
import { monthOf, readMonth } from "./month-rules";

const monthAt = (key: string) => readMonth(key) ?? monthOf(new Date(key));
const AMOUNT = 20;

describe("a month's figures", () => {
  const accounts: Account[] = [];
  let portfolioId: string;
  const now = new Date();

  const place = (account: Account, kg: number, subaccountId: string | null = null) =>
    placeOrder(contextOf(account), { amount_kg: kg, portfolio_id: portfolioId, subaccountId });
  const buy = async (account: Account, kg: number) => {
    const { id } = await openSession({ account, portfolioId, amountKg: kg });
    await pay(id);
    return database().prisma.order.findFirstOrThrow({ where: { checkoutSessionId: id } });
  };

  beforeAll(async () => {
    ({ portfolioId } = await makeStock({ tonnes: 10, apiPrice: AMOUNT }));
    for (const _ of [1, 2]) accounts.push((await makeAccount()).account);
    const [one, two] = accounts as [Account, Account];
    const { id: subaccountId } = await createSubaccount(contextOf(one), { name: "Oslo" });
    const early = await place(one, 100, subaccountId);
    await place(one, 30);
    await place(one, 70, subaccountId);
    await buy(one, 50);
    await place(two, 11);
    await matchAll();
    await fulfillAt("2026-09-30T23:59:59.999Z", [early.id]);
    // Beyond the stock, cancelled, and refunded before matching: ordered or paid, never sold.
    await place(two, 20_000);
    const late = await place(two, 5);
    await database().transaction((db) => cancelOrder({ ...contextOf(two), db }, late));
    await cancel(two, (await buy(two, 40)).id);
    await matchAll();
  });

  it("count as sold only what was fulfilled, on the day of fulfillment, at its price", async () => {
    const [one, two] = accounts as [Account, Account];
    const { sold } = await getMonthFigures(contextOf(one), monthOf(now));
    expect(sold.api).toEqual({ orders: 2, kg: 100, price: 100 * AMOUNT });
    expect(sold.checkout).toEqual({ orders: 1, kg: 50, price: 50 * (AMOUNT + 1) });
    const other = await getMonthFigures(contextOf(two), monthOf(now));
    expect(other.sold.api).toEqual({ orders: 1, kg: 11, price: 11 * AMOUNT });
    expect(other.sold.checkout.orders).toBe(0);
    const september = await getMonthFigures(contextOf(one), monthAt("2026-09"));
    expect(september.sold.api).toEqual({ orders: 1, kg: 100, price: 100 * AMOUNT });
    const october = await getMonthFigures(contextOf(one), monthAt("2026-10"));
    expect(october.sold.api.orders).toBe(0);
  });

  it("count as ordered what was placed and not cancelled, fulfilled or not", async () => {
    const { ordered } = await getMonthFigures(contextOf(accounts[1] as Account), monthOf(now));
    expect(ordered.api).toEqual({ orders: 2, kg: 20_011, price: 20_011 * AMOUNT });
    expect(ordered.checkout.orders).toBe(0);
  });

  it("keep what customers paid and got back apart from orders", async () => {
    const [one, two] = accounts as [Account, Account];
    const paid = 50 * (AMOUNT + 1);
    const figures = await getMonthFigures(contextOf(one), monthOf(now));
    expect(figures.paid).toMatchObject({ payments: 1, paid, refunded: 0 });
    const refunded = 40 * (AMOUNT + 1);
    const other = await getMonthFigures(contextOf(two), monthOf(now));
    expect(other.paid).toMatchObject({ payments: 1, paid: refunded });
  });

  it("are the same for the operator and, added up, for the accounts", async () => {
    for (const month of [monthOf(now), monthAt("2026-09")]) {
      const all = await listMonthFigures(systemContext(), { mode: "test", month });
      const own = await Promise.all(
        accounts.map((account) => getMonthFigures(contextOf(account), month)),
      );
      expect(sumFigures(all)).toEqual(sumFigures(own));
      for (const [at, { id }] of accounts.entries()) {
        const read = all.filter(({ accountId }) => accountId === id);
        if (read.length > 0) expect(read).toEqual([{ accountId: id, ...own[at] }]);
      }
      expect(sumFigures(own)[0]?.sold.api.kg).toBeGreaterThan(0);
    }
    const live = await listMonthFigures(systemContext(), { mode: "live", month: monthOf(now) });
    expect(live).toEqual([]);
  });

  it("are those of the account's history", async () => {
    for (const account of accounts) {
      const { sold, paid } = await getMonthFigures(contextOf(account), monthOf(now));
      const history = await getSalesHistory({ ...contextOf(account), now });
      const { kg, price } = sold.api;
      expect(history.months.at(-1)).toMatchObject({
        api: { kg, price },
        checkout: { kg: sold.checkout.kg },
        paid: paid.paid - paid.refunded,
      });
    }
  });
});
