// A month of an account with every kind of sale, and its figures, calculated by hand.
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { cancelOrder } from "#domain/orders";
import { cancel, letTimePass, openSession, pay, refund } from "#testing/checkout";
import { giveStatus } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

/** Prices of a kg. */
export const [API_PRICE, CHECKOUT_PRICE] = [20, 21];
export const REFUNDED = 210;

export interface Figures {
  /** Sold, by channel. */
  apiKg: number;
  apiPrice: number;
  checkoutKg: number;
  checkoutPrice: number;
  soldKg: number;
  paid: number;
  refunded: number;
  /** Customers paid: payments less refunds. */
  net: number;
  /** Recorded by registries. */
  retiredKg: number;
}

// A sale of 40 kg was refunded before it was fulfilled.
const paid = 130 * CHECKOUT_PRICE;
const refunded = REFUNDED + 40 * CHECKOUT_PRICE;

/** Of the account. */
export const own: Figures = {
  ...{ apiKg: 200, apiPrice: 200 * API_PRICE },
  ...{ checkoutKg: 90, checkoutPrice: 90 * CHECKOUT_PRICE, soldKg: 290 },
  ...{ paid, refunded, net: paid - refunded },
  retiredKg: 100,
};

/** With the 11 kg of another account. */
export const all: Figures = { ...own, apiKg: 211, apiPrice: 211 * API_PRICE, soldKg: 301 };

/** Returns the account and a subaccount that bought 100 kg by API and 50 kg at the checkout. */
export async function makeSalesMonth() {
  const holder = await makeAccount();
  const { test: account } = holder;
  const { portfolioId } = await makeStock({ projects: ["a", "b", "c"], apiPrice: API_PRICE });
  const { id: subaccountId } = await createSubaccount(contextOf(account), { name: "Oslo" });
  const order = (to: Account, amount_kg: number, of: string | null = null) =>
    placeOrder(contextOf(to), { amount_kg, portfolio_id: portfolioId, subaccountId: of });
  const buy = async (amountKg: number, of: string | null = null) => {
    const { id } = await openSession({ account, portfolioId, amountKg, subaccountId: of });
    await pay(id);
    return id;
  };
  const { id: retired } = await order(account, 100, subaccountId);
  await order(account, 30);
  await order(account, 70);
  await order((await makeAccount()).account, 11);
  const partly = await buy(50, subaccountId);
  await buy(40);
  await matchAll();
  const retiredOn = new Date().toISOString().slice(0, 10);
  await giveStatus(retired, { status: "retired", retiredOn });
  await refund(account, partly, REFUNDED);
  const unsold = await buy(40);
  const where = { checkoutSessionId: unsold };
  const { id } = await database().prisma.order.findFirstOrThrow({ where });
  await cancel(account, id);
  for (const session of [partly, unsold]) await letTimePass(session);
  // Ordered, but beyond the stock or cancelled.
  await order(account, 40_000_000);
  const late = await order(account, 5);
  await database().transaction((db) => cancelOrder({ ...contextOf(account), db }, late));
  await matchAll();
  return { holder, subaccountId };
}
