// Whatever the order of payment, refunds, a lost dispute and fulfillment, a sale that is over leaves
// nothing in the journal's prepayments.
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { newId } from "#core/id";
import { monthOf } from "#domain/figures";
import { taxInGross } from "#domain/tax";
import { bookWritten, cancel, openSession, pay, refund } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import type { JournalEntry } from "./journal-rules";
import { journalOf } from "./journal-rules";
import { getOperatorMonth } from "./operator-month";

const RATE = 1_900;
const fulfilled = new Date();
const month = monthOf(fulfilled);
const lastMonth = monthOf(new Date(month.from.getTime() - 1));
const nextMonth = monthOf(month.to);
const months = [lastMonth, month, nextMonth];

const moments = {
  "the month before": lastMonth.from,
  "the moment before": new Date(fulfilled.getTime() - 1),
  "the moment of fulfillment": fulfilled,
  "the month after": nextMonth.from,
};
type Moment = keyof typeof moments;
const names = Object.keys(moments) as Moment[];
const cases = names.flatMap((first, index) =>
  names.slice(index).map((second) => [first, second] as const),
);

const sold = new Map<string, { accountId: string; price: number }>();
const key = (...of: readonly string[]) => of.join(", ");

/** A sale of one account with tax within its price, paid in the month before. */
async function sell(portfolioId: string, amountKg: number) {
  const { account } = await makeAccount();
  const { id } = await openSession({ account, portfolioId, amountKg });
  await pay(id);
  const { prisma } = database();
  const paid = { paidAt: lastMonth.from, fee: 0 };
  await prisma.payment.updateMany({ where: { checkoutSessionId: id }, data: paid });
  const { amount, ...payment } = await prisma.payment.findFirstOrThrow({
    where: { checkoutSessionId: id },
  });
  const price = Number(amount);
  const tax = taxInGross(price, RATE);
  const saleTax = { kind: "standard", rateBasisPoints: RATE, tax, name: { en: "VAT" } };
  await prisma.checkoutSession.updateMany({ where: { id }, data: { saleTax } });
  return { account, id, price, paymentId: payment.id };
}

type Sale = Awaited<ReturnType<typeof sell>>;

async function giveBack({ account, id }: Sale, amount: number, settledAt: Date) {
  const { prisma } = database();
  const { id: refundId } = await refund(account, id, amount);
  const data = { state: "succeeded", settledAt };
  await prisma.refund.updateMany({ where: { id: refundId }, data });
  await bookWritten(refundId);
  const where = { checkoutSessionId: id };
  await prisma.payment.updateMany({
    where,
    data: { refunding: 0, refunded: amount },
  });
}

async function lose({ account, paymentId }: Sale, amount: number, closedAt: Date) {
  const id = newId("dispute");
  await database().prisma.paymentDispute.create({
    data: {
      ...{ accountId: account.id, mode: account.mode, id, kind: "dispute" },
      ...{ state: "lost", paymentId, providerDisputeId: paymentId, amount },
      ...{ currency: "usd", reason: "fraudulent", openedAt: closedAt, closedAt },
    },
  });
  await bookWritten(id);
}

let entries: { entry: JournalEntry; accountId: string }[];

/** Credits less debits of an account's sale, over all months. */
const balanceOf = (accountId: string, role: string) =>
  entries
    .filter((one) => one.accountId === accountId)
    .reduce((sum, { entry: { debit, credit, amount } }) => {
      const credited = credit === role ? amount : 0;
      return sum + credited - (debit === role ? amount : 0);
    }, 0);

let cancelled: Sale;
let waiting: Sale;

beforeAll(async () => {
  const { portfolioId } = await makeStock({ tonnes: 100 });
  const sales = [];
  for (const [index, one] of cases.entries()) {
    sales.push({ one, sale: await sell(portfolioId, 71 + 13 * index) });
  }
  await matchAll();
  for (const { one, sale } of sales) {
    const [first, second] = one;
    const { account, price } = sale;
    await database().prisma.order.updateMany({
      where: { accountId: account.id },
      data: { settledAt: fulfilled },
    });
    await giveBack(sale, 37, moments[first]);
    await lose(sale, 53, moments[second]);
    sold.set(key(...one), { accountId: account.id, price });
  }
  waiting = await sell(portfolioId, 101);
  await giveBack(waiting, 37, moments["the moment before"]);
  cancelled = await sell(portfolioId, 103);
  await giveBack(cancelled, 37, moments["the month before"]);
  const order = await database().prisma.order.findFirstOrThrow({
    where: { accountId: cancelled.account.id },
  });
  await cancel(cancelled.account, order.id);
  const settled = { state: "succeeded", settledAt: moments["the month after"] };
  const where = { accountId: cancelled.account.id, state: "pending" };
  const { id: owed } = await database().prisma.refund.findFirstOrThrow({ where });
  await database().prisma.refund.updateMany({ where, data: settled });
  await bookWritten(owed);
  entries = await readEntries();
});

async function readEntries() {
  const ctx = { ...systemContext(), now: new Date(nextMonth.to.getTime() - 1) };
  const read = await Promise.all(
    months.map(async ({ key: of }) => {
      const { month: own, accounts } = await getOperatorMonth(ctx, { mode: "test", month: of });
      return accounts.flatMap((account) =>
        journalOf(own, [account]).map((entry) => ({ entry, accountId: account.accountId })),
      );
    }),
  );
  return read.flat();
}

describe("a fulfilled sale", () => {
  it.each(cases)("with a refund %s and a dispute lost %s", (...one) => {
    const { accountId = "", price = 0 } = sold.get(key(...one)) ?? {};
    const back = 37 + 53;
    const tax = taxInGross(price, RATE);
    const taxBack = taxInGross(back, RATE);
    const balance = (role: string) => balanceOf(accountId, role);
    expect({
      prepayments: balance("prepayments"),
      revenue: balance("revenue_checkout"),
      refunds: balance("refunds"),
      tax: balance("tax_checkout"),
      // The test provider's fees are between these two.
      clearing: balance("clearing") + balance("fees"),
    }).toEqual({
      prepayments: 0,
      revenue: price - tax,
      refunds: taxBack - back,
      tax: tax - taxBack,
      clearing: back - price,
    });
  });
});

it("a cancelled sale leaves nothing anywhere, and one that waits leaves what is still owed", () => {
  for (const role of ["prepayments", "revenue_checkout", "refunds", "tax_checkout", "clearing"]) {
    const fees = role === "clearing" ? balanceOf(cancelled.account.id, "fees") : 0;
    expect([role, balanceOf(cancelled.account.id, role) + fees]).toEqual([role, 0]);
  }
  const { account, price } = waiting;
  const net = (amount: number) => amount - taxInGross(amount, RATE);
  expect(balanceOf(account.id, "prepayments")).toBe(net(price) - net(37));
  expect(balanceOf(account.id, "revenue_checkout")).toBe(0);
});
