// Accounts in US dollars, euros and yen, each with other amounts, so that a sum that mixes them shows.
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import type { PaidStatus } from "#gateways/payments";
import { cards, letTimePass, openSession, pay, refund } from "./checkout";
import { contextOf, makeAccount, makeStock, matchAll } from "./factories";
import { placeOrder } from "./place-order";

/** Kg that the account in this currency sells by API, and as many at the checkout. */
export const soldKg = { usd: 100, eur: 200, jpy: 400 } as const;
type Sold = keyof typeof soldKg;

/** Of the payments in euros and yen. */
export const REFUNDED = 7;

/** The settlement of the payment in euros, if it is one in US dollars. */
export const settled = { settlementCurrency: "usd", fee: 11, net: 600 } as const;

/** Settles the context's only payment. */
export type Settle = (ctx: AccountContext, status: PaidStatus) => Promise<unknown>;

async function open(currency: Sold, portfolioId: string) {
  const { account, token } = await makeAccount("write", "test", currency);
  const amountKg = soldKg[currency];
  const order = { amount_kg: amountKg, portfolio_id: portfolioId, subaccountId: null };
  const { id: orderId } = await placeOrder(contextOf(account), order);
  const { id: sessionId } = await openSession({ account, portfolioId, amountKg });
  const { prisma } = database();
  const { price } = await prisma.order.findFirstOrThrow({ where: { id: orderId } });
  const session = await prisma.checkoutSession.findFirstOrThrow({ where: { id: sessionId } });
  return {
    ...{ account, token, sessionId },
    ...{ apiPrice: Number(price), checkoutPrice: Number(session.price) },
  };
}

/** A month of the accounts. Without `settle`, the provider settles each payment in its currency. */
export async function sellInCurrencies(settle?: Settle) {
  const { tag, portfolioId, lotIds } = await makeStock({ tonnes: 10 });
  await database().prisma.categoryPrice.createMany({
    data: ["eur", "jpy"].map((currency) => ({
      ...{ mode: "test", categoryId: `cat_${tag}`, currency },
      ...{ apiPricePerTonne: 2000, checkoutPricePerTonne: 3000 },
    })),
    skipDuplicates: true,
  });
  const usd = await open("usd", portfolioId);
  const eur = await open("eur", portfolioId);
  const jpy = await open("jpy", portfolioId);
  for (const { sessionId } of [usd, jpy]) await pay(sessionId);
  await pay(eur.sessionId, settle ? cards.paysLater : cards.good);
  const status = { state: "paid", refunded: REFUNDED, disputes: [], ...settled } as const;
  await settle?.(contextOf(eur.account), status);
  await matchAll();
  for (const { account, sessionId } of settle ? [jpy] : [jpy, eur]) {
    await refund(account, sessionId, REFUNDED);
    await letTimePass(sessionId);
  }
  return { usd, eur, jpy, portfolioId, lotIds };
}
