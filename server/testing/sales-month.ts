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
export const [API_CENTS, CHECKOUT_CENTS] = [20, 21];
export const REFUNDED_CENTS = 210;

export interface Figures {
  /** Sold, by channel. */
  apiKg: number;
  apiCents: number;
  checkoutKg: number;
  checkoutCents: number;
  soldKg: number;
  paidCents: number;
  refundedCents: number;
  /** Customers paid: payments less refunds. */
  netCents: number;
  /** Recorded by registries. */
  retiredKg: number;
}

// A sale of 40 kg was refunded before it was fulfilled.
const paidCents = 130 * CHECKOUT_CENTS;
const refundedCents = REFUNDED_CENTS + 40 * CHECKOUT_CENTS;

/** Of the account. */
export const own: Figures = {
  ...{ apiKg: 200, apiCents: 200 * API_CENTS },
  ...{ checkoutKg: 90, checkoutCents: 90 * CHECKOUT_CENTS, soldKg: 290 },
  ...{ paidCents, refundedCents, netCents: paidCents - refundedCents },
  retiredKg: 100,
};

/** With the 11 kg of another account. */
export const all: Figures = { ...own, apiKg: 211, apiCents: 211 * API_CENTS, soldKg: 301 };

/** Returns the account and a subaccount that bought 100 kg by API and 50 kg at the checkout. */
export async function makeSalesMonth() {
  const holder = await makeAccount();
  const { test: account } = holder;
  const { portfolioId } = await makeStock({ projects: ["a", "b", "c"], apiCents: API_CENTS });
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
  await refund(account, partly, REFUNDED_CENTS);
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
