// Payments of two accounts around the edges of a month, with fees, refunds and disputes of each kind.
import { database } from "#core/db";
import { newId } from "#core/id";
import { createSubaccount } from "#domain/catalogue";
import { monthOf, type Scope } from "#domain/figures";
import { bookWritten, cards, openSession, pay, refund } from "./checkout";
import { contextOf, makeAccount, makeStock } from "./factories";

const DAY_MS = 86_400_000;
const { from, to } = monthOf(new Date("2026-05-10"));
const before = new Date(from.getTime() - 1);
const last = new Date(to.getTime() - 1);

export const paidMonth = { from, to, lastDay: new Date(to.getTime() - DAY_MS) };

async function makeShop() {
  const [{ account }, { account: other }] = [await makeAccount(), await makeAccount()];
  const { id: oslo } = await createSubaccount(contextOf(account), { name: "Oslo" });
  const { portfolioId } = await makeStock({ tonnes: 100 });
  const sessions: Record<string, string> = {};
  const payments: Record<string, string> = {};
  return { account, other, oslo, portfolioId, sessions, payments };
}

type Shop = Awaited<ReturnType<typeof makeShop>>;

/** A session of $1 per 100 kg or so, that was paid at a time. */
async function sell(
  { account, portfolioId, sessions, payments }: Shop,
  sale: { name: string; paidAt: Date; fee?: number } & Partial<Parameters<typeof openSession>[0]>,
) {
  const { name, paidAt, fee = null, ...given } = sale;
  const { id } = await openSession({ account, portfolioId, amountKg: 100, ...given });
  await pay(id);
  const where = { checkoutSessionId: id };
  const { prisma } = database();
  const settlementCurrency = fee === null ? null : "usd";
  await prisma.payment.updateMany({ where, data: { paidAt, fee, settlementCurrency } });
  const payment = await prisma.payment.findFirstOrThrow({ where });
  const { accountId, mode, id: paymentId } = payment;
  sessions[name] = id;
  payments[name] = paymentId;
  const own = { accountId, mode, paymentId, sourceId: paymentId, kind: "fee", currency: "usd" };
  if (!fee) return;
  await prisma.paymentMovement.create({
    data: { ...own, id: `${paymentId}_fee_2`, amount: fee, movedAt: paidAt },
  });
}

async function giveBack(
  { account, other, sessions }: Shop,
  [name, amount, settledAt, state = "succeeded"]: [string, number, Date, string?],
) {
  const own = name === "foreign" ? other : account;
  const { id } = await refund(own, sessions[name] ?? "", amount);
  const { prisma } = database();
  const failure = state === "failed" ? { failure: "declined" } : {};
  await prisma.refund.updateMany({ where: { id }, data: { state, settledAt, ...failure } });
  await bookWritten(id);
  const where = { checkoutSessionId: sessions[name] ?? "" };
  await prisma.payment.updateMany({ where, data: { refunding: 0 } });
}

async function dispute(
  { account, payments }: Shop,
  [name, amount, state, closedAt]: [string, number, string, Date | null],
) {
  const id = newId("dispute");
  await database().prisma.paymentDispute.create({
    data: {
      ...{ accountId: account.id, mode: "test", id, kind: "dispute", state },
      ...{ paymentId: payments[name] ?? "", providerDisputeId: `${name}-${amount}` },
      ...{ amount, currency: "usd", reason: "fraudulent", openedAt: from, closedAt },
    },
  });
  await bookWritten(id);
}

/** Stores a tax of 20% in the first and the early session. */
async function addTax({ sessions }: Shop) {
  const name = { en: "VAT", de: "USt.", fr: "TVA", es: "IVA" };
  const saleTax = { ruleId: "x", kind: "standard", rateBasisPoints: 2_000, tax: 50, name };
  await database().prisma.checkoutSession.updateMany({
    where: { id: { in: [sessions["first"] ?? "", sessions["early"] ?? ""] } },
    data: { saleTax, customerCountry: "GB" },
  });
}

export async function makePaidMonth() {
  const shop = await makeShop();
  const { account, other, oslo, portfolioId } = shop;
  await sell(shop, { name: "first", paidAt: from, fee: 7 });
  await sell(shop, { name: "last", paidAt: last, amountKg: 200, subaccountId: oslo, fee: 0 });
  await sell(shop, { name: "early", paidAt: before, amountKg: 400, fee: 70 });
  await sell(shop, { name: "late", paidAt: to, amountKg: 800, fee: 700 });
  await sell(shop, { name: "foreign", paidAt: from, account: other, amountKg: 1600 });
  await pay((await openSession({ account, portfolioId, amountKg: 3200 })).id, cards.declined);
  await addTax(shop);
  await giveBack(shop, ["first", 11, from]);
  await giveBack(shop, ["first", 13, from]);
  await giveBack(shop, ["early", 17, last]);
  await giveBack(shop, ["early", 19, before]);
  // It failed, so it changes no tax: with it, the tax of 17 would be rounded down.
  await giveBack(shop, ["early", 9, before, "failed"]);
  await giveBack(shop, ["late", 23, to]);
  await giveBack(shop, ["last", 29, from, "failed"]);
  await giveBack(shop, ["foreign", 31, from]);
  await dispute(shop, ["last", 37, "lost", last]);
  await dispute(shop, ["last", 41, "won", from]);
  await dispute(shop, ["last", 43, "open", null]);
  await dispute(shop, ["early", 47, "lost", before]);
  await dispute(shop, ["early", 9, "won", before]);
  const scope = (given: Partial<Scope> = {}): Scope => ({
    ...{ accountId: account.id, subaccountId: null, mode: "test", from, to },
    ...given,
  });
  return {
    ...shop,
    scope,
    everyone: () => scope({ accountId: null }),
    ofBoth: <Row extends { accountId: string }>(rows: readonly Row[]) =>
      rows.filter(({ accountId }) => [account.id, other.id].includes(accountId)),
  };
}
