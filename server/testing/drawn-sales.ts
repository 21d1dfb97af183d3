// Draws sales with refunds and disputes in six currencies, two of which the product lacks, and keeps what each of them must be,
// calculated here and not by the product.
import fc from "fast-check";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { reconcilePayments } from "#domain/checkout";
import { openSession, pay, refund } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import type { FakeStripe } from "#testing/fake-stripe/server";
import { placeOrder } from "#testing/place-order";
import { payByToken } from "#testing/stripe";

/** The line of the table of currencies for each that a test adds. */
export const added = {
  isk: { digits: 0, providerDigits: 2, step: 1, smallestCharge: 50 },
  kwd: { digits: 3, providerDigits: 3, step: 10, smallestCharge: 200 },
} as const;

/**
 * Minor units for a tonne through the API and at the checkout, decimals and step of a currency, and
 * the units of Stripe in a minor unit.
 */
export const sold = {
  usd: { api: 12_037, checkout: 14_041, digits: 2, step: 1, atStripe: 1 },
  eur: { api: 10_811, checkout: 12_613, digits: 2, step: 1, atStripe: 1 },
  gbp: { api: 9_173, checkout: 10_709, digits: 2, step: 1, atStripe: 1 },
  jpy: { api: 18_049, checkout: 21_061, digits: 0, step: 1, atStripe: 1 },
  isk: { api: 16_001, checkout: 19_003, digits: 0, step: 1, atStripe: 100 },
  kwd: { api: 37_011, checkout: 43_013, digits: 3, step: 10, atStripe: 1 },
} as const;
export type Sold = keyof typeof sold;
export const codes = Object.keys(sold) as Sold[];

const drawnSale = fc.record({
  currency: fc.constantFrom(...codes),
  channel: fc.constantFrom("checkout" as const, "checkout" as const, "api" as const),
  kg: fc.integer({ min: 50, max: 4_000 }),
  /** Parts of what is left, in percent. */
  refunds: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }) },
  ),
  /** Amount that the bank takes back, in percent of the payment: more than it, when rates have moved. */
  lost: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 60, max: 130 }) },
  ),
});
export type Draw = typeof drawnSale extends fc.Arbitrary<infer Value> ? Value : never;

export const drawSales = (count: number, seed: number): Draw[] =>
  fc.sample(drawnSale, { numRuns: count, seed });

/** A sale as it must be in every book. Amounts are minor units. */
export interface ExpectedSale {
  currency: Sold;
  channel: "api" | "checkout";
  kg: number;
  price: number;
  orderId: string;
  /** Null for an order through the API. */
  sessionId: string | null;
  refunds: { id: string; amount: number }[];
  /** Lost to a dispute. */
  lost: number;
}

export interface Seller {
  account: Account;
  token: string;
  portfolioId: string;
}

/** An account that sells in the currency. */
async function openShop(currency: Sold, portfolioId: string): Promise<Seller> {
  const { account, token } = await makeAccount("write", "test", currency);
  const { api, checkout } = sold[currency];
  await database().prisma.accountPrice.create({
    data: {
      ...{ accountId: account.id, mode: account.mode, portfolioId, currency },
      ...{ apiPricePerTonne: api, checkoutPricePerTonne: checkout, changedAt: new Date() },
    },
  });
  return { account, token, portfolioId };
}

export async function openShops(tonnes: number): Promise<Record<Sold, Seller>> {
  const { portfolioId } = await makeStock({ tonnes });
  const entries = [];
  for (const code of codes) entries.push([code, await openShop(code, portfolioId)] as const);
  return Object.fromEntries(entries) as Record<Sold, Seller>;
}

async function orderOf(sessionId: string): Promise<string> {
  const where = { id: sessionId };
  const { orderId } = await database().prisma.checkoutSession.findFirstOrThrow({ where });
  return orderId ?? "";
}

/** Sells what is drawn. Every third customer of the checkout pays at the test provider. */
async function sell(shop: Seller, draw: Draw, at: number): Promise<ExpectedSale> {
  const { currency, channel, kg } = draw;
  const { step, [channel]: perTonne } = sold[currency];
  const price = Math.ceil((kg * perTonne) / 1000 / step) * step;
  const sale = { currency, channel, kg, price, refunds: [], lost: 0 };
  const { account, portfolioId } = shop;
  if (channel === "api") {
    const order = { amount_kg: kg, portfolio_id: portfolioId, subaccountId: null };
    const { id } = await placeOrder(contextOf(account), order);
    return { ...sale, orderId: id, sessionId: null };
  }
  const provider = at % 3 === 0 ? "test" : "stripe";
  const { id } = await openSession({ account, portfolioId, amountKg: kg, provider });
  await (provider === "test" ? pay(id) : payByToken(id, "ok"));
  return { ...sale, orderId: await orderOf(id), sessionId: id };
}

/** Requests the refunds, each a part of what the former ones leave. */
async function giveBack(shop: Seller, draw: Draw, sale: ExpectedSale): Promise<void> {
  const { sessionId } = sale;
  if (sessionId === null) return;
  let left = sale.price;
  for (const percent of draw.refunds) {
    const { step } = sold[sale.currency];
    const amount = Math.max(1, Math.floor((left * percent) / 100 / step)) * step;
    if (left === 0) continue;
    const { id } = await refund(shop.account, sessionId, amount);
    sale.refunds.push({ id, amount });
    left -= amount;
  }
}

/** Polls the providers until every refund has succeeded. */
async function settle(sessionIds: readonly string[]): Promise<void> {
  const { refund: refunds, payment } = database().prisma;
  const where = { checkoutSessionId: { in: [...sessionIds] } };
  do {
    await payment.updateMany({ where, data: { nextPollAt: new Date(0) } });
    await reconcilePayments(systemContext(), { database: database() });
  } while ((await refunds.count({ where: { ...where, state: "pending" } })) > 0);
}

/** The bank takes back what is drawn. Only of Stripe's payments that were not refunded. */
function lose(fake: FakeStripe, draw: Draw, sale: ExpectedSale): void {
  const { sessionId, price } = sale;
  const [payment] = sessionId === null ? [] : fake.books.of(sessionId);
  if (draw.lost === null || !payment || sale.refunds.length > 0) return;
  const { step, atStripe } = sold[sale.currency];
  const amount = Math.ceil((price * draw.lost) / 100 / step) * step;
  const charged = amount * atStripe;
  fake.books.dispute(payment.id, { status: "lost", amount: charged, movedAmount: -charged });
  sale.lost = amount;
}

/** Plays the draws in batches, each of which is matched before money goes back. */
export async function playSales(
  draws: readonly Draw[],
  { fake, shops }: { fake: FakeStripe; shops: Record<Sold, Seller> },
): Promise<ExpectedSale[]> {
  const sales: ExpectedSale[] = [];
  const BATCH = 50;
  for (let from = 0; from < draws.length; from += BATCH) {
    const batch = draws.slice(from, from + BATCH);
    const batchSales: ExpectedSale[] = [];
    for (const [at, draw] of batch.entries()) {
      const { currency } = draw;
      // Pounds are paid out in euros: fee and net are in another currency than the sale.
      fake.books.settlement = currency === "gbp" ? { currency: "eur", rate: 1.25 } : null;
      batchSales.push(await sell(shops[currency], draw, at));
    }
    await matchAll();
    for (const [at, draw] of batch.entries()) {
      const sale = batchSales[at];
      if (!sale) continue;
      await giveBack(shops[draw.currency], draw, sale);
      lose(fake, draw, sale);
    }
    await settle(batchSales.flatMap(({ sessionId }) => sessionId ?? []));
    sales.push(...batchSales);
  }
  return sales;
}
