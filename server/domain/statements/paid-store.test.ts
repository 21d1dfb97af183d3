// The statements of customers' money, over two accounts, both modes, and the edges of a month.
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { newId } from "#core/id";
import { createSubaccount } from "#domain/catalogue";
import { bookWritten, cards, openSession, pay, refund } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { findPaid, findPaidDays, type Scope } from "./figures-store";
import { monthOf } from "./month-rules";
import { findTaxes } from "./tax-store";

const { from, to } = monthOf(new Date("2026-05-10"));
const before = new Date(from.getTime() - 1);
const last = new Date(to.getTime() - 1);
const day = 86_400_000;
const lastDay = new Date(to.getTime() - day);

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

describe("customers paid", () => {
  const sessions: Record<string, string> = {};
  let payments: Record<string, string>;

  /** A session of $1 per 100 kg or so, that was paid at a time. */
  async function sell(name: string, paidAt: Date, given: object = {}, fee: number | null = null) {
    const { id } = await openSession({ account, portfolioId, amountKg: 100, ...given });
    await pay(id);
    sessions[name] = id;
    const where = { checkoutSessionId: id };
    const { prisma } = database();
    await prisma.payment.updateMany({ where, data: { paidAt, feeUsdCents: fee } });
    const payment = await prisma.payment.findFirstOrThrow({ where });
    const { accountId, mode, id: paymentId } = payment;
    const own = { accountId, mode, paymentId, sourceId: paymentId, kind: "fee" };
    if (!fee) return;
    await prisma.paymentMovement.create({
      data: { ...own, id: `${paymentId}_fee_2`, amountUsdCents: fee, movedAt: paidAt },
    });
  }

  async function giveBack(name: string, cents: number, settledAt: Date, state = "succeeded") {
    const own = name === "foreign" ? other : account;
    const { id } = await refund(own, sessions[name] ?? "", cents);
    const { prisma } = database();
    const failure = state === "failed" ? { failure: "declined" } : {};
    await prisma.refund.updateMany({ where: { id }, data: { state, settledAt, ...failure } });
    await bookWritten(id);
    const where = { checkoutSessionId: sessions[name] ?? "" };
    await prisma.payment.updateMany({ where, data: { refundingUsdCents: 0 } });
  }

  async function dispute(name: string, cents: number, state: string, closedAt: Date | null) {
    const id = newId("dispute");
    await database().prisma.paymentDispute.create({
      data: {
        ...{ accountId: account.id, mode: "test", id, kind: "dispute", state },
        ...{ paymentId: payments[name] ?? "", providerDisputeId: `${name}-${cents}` },
        ...{ amountUsdCents: cents, reason: "fraudulent", openedAt: from, closedAt },
      },
    });
    await bookWritten(id);
  }

  beforeAll(async () => {
    await sell("first", from, {}, 7);
    await sell("last", last, { amountKg: 200, subaccountId: oslo }, 0);
    await sell("early", before, { amountKg: 400 }, 70);
    await sell("late", to, { amountKg: 800 }, 700);
    await sell("foreign", from, { account: other, amountKg: 1600 });
    const { id } = await openSession({ account, portfolioId, amountKg: 3200 });
    await pay(id, cards.declined);
    const rows = await database().prisma.payment.findMany();
    const byName = Object.entries(sessions).map(([name, session]) => [
      name,
      rows.find(({ checkoutSessionId }) => checkoutSessionId === session)?.id ?? "",
    ]);
    payments = Object.fromEntries(byName);
    const name = { en: "VAT", de: "USt.", fr: "TVA", es: "IVA" };
    const saleTax = { ruleId: "x", kind: "standard", rateBasisPoints: 2_000, taxCents: 50, name };
    await database().prisma.checkoutSession.updateMany({
      where: { id: { in: [sessions["first"] ?? "", sessions["early"] ?? ""] } },
      data: { saleTax, customerCountry: "GB" },
    });
    await giveBack("first", 11, from);
    await giveBack("first", 13, from);
    await giveBack("early", 17, last);
    await giveBack("early", 19, before);
    // It failed, so it changes no tax: with it, the tax of 17 would be rounded down.
    await giveBack("early", 9, before, "failed");
    await giveBack("late", 23, to);
    await giveBack("last", 29, from, "failed");
    await giveBack("foreign", 31, from);
    await dispute("last", 37, "lost", last);
    await dispute("last", 41, "won", from);
    await dispute("last", 43, "open", null);
    await dispute("early", 47, "lost", before);
    await dispute("early", 9, "won", before);
  });

  const paidOf = async (given: Scope) =>
    ofBoth(await findPaid(database(), given)).map(({ accountId: _, ...sums }) => sums);

  it("has each payment, fee, refund and lost dispute of the month, at its own time", async () => {
    const own = {
      payments: 2,
      paidCents: 900,
      refundedCents: 11 + 13 + 17 + 37,
      lostDisputeCents: 37,
      feeCents: 7,
    };
    expect(await paidOf(scope())).toEqual([own]);
    expect(await paidOf(scope({ subaccountId: oslo }))).toEqual([
      { payments: 1, paidCents: 600, refundedCents: 37, lostDisputeCents: 37, feeCents: 0 },
    ]);
    expect(await paidOf(scope({ subaccountId: "sub_other" }))).toEqual([]);
    const foreign = {
      payments: 1,
      paidCents: 4800,
      refundedCents: 31,
      lostDisputeCents: 0,
      feeCents: 0,
    };
    expect(new Set(await paidOf(everyone()))).toEqual(new Set([own, foreign]));
    expect(await paidOf(scope({ accountId: null, mode: "live" }))).toEqual([]);
    expect(await paidOf(scope({ mode: "live" }))).toEqual([]);
  });

  it("has by day what the account's customers paid from a day on", async () => {
    const rows = await findPaidDays(database(), { accountId: account.id, from });
    expect(rows.map((one) => [one.startsAt, one.paidCents])).toEqual([
      [from, 300 - 24],
      [lastDay, 600 - 17 - 37],
      [to, 2400 - 23],
    ]);
  });

  const taxOf = async (given: Scope) =>
    ofBoth(await findTaxes(database(), given)).map((tax) => [
      ...[tax.country, tax.taxRuleId, tax.taxRateBasisPoints, tax.payments],
      ...[tax.paidCents, tax.paidTaxCents, tax.refundedCents, tax.refundedTaxCents],
    ]);

  it("has the tax by country and rule, of refunds in the order in which they were made", async () => {
    const none = [null, null, null];
    // Of 11, 24; and of 66, 83 after 19 and a lost dispute of 47: 2 + 2, and 14 − 11.
    const gb = ["GB", "x", 2_000, 1, 300, 50, 11 + 13 + 17, 2 + 2 + 3];
    const untaxed = [...none, 1, 600, 0, 37, 0];
    expect(await taxOf(scope())).toEqual([gb, untaxed]);
    expect(await taxOf(scope({ subaccountId: oslo }))).toEqual([untaxed]);
    expect(await taxOf(scope({ accountId: other.id }))).toEqual([[...none, 1, 4800, 0, 31, 0]]);
    expect(await taxOf(everyone())).toHaveLength(3);
    expect(await taxOf(scope({ accountId: null, mode: "live" }))).toEqual([]);
    expect(await taxOf(scope({ mode: "live" }))).toEqual([]);
  });
});
