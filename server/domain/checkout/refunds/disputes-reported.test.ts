import { beforeAll, describe, expect, it } from "vitest";
import { applyStatus } from "#checkout/payments/payment";
import { reconcilePayments } from "#checkout/payments/polls";
import { findPayment } from "#checkout/payments/store";
import type { Account } from "#core/context";
import { database } from "#core/db";
import type { PaidStatus } from "#gateways/payments";
import {
  booksOf,
  cards,
  disputeStateOf,
  letTimePass,
  openSession,
  pageOf,
  pay,
} from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { dismissWarning } from "./refunds";

let account: Account;
let portfolioId: string;

beforeAll(async () => {
  account = (await makeAccount()).account;
  portfolioId = (await makeStock()).portfolioId;
});

async function sell(card: string) {
  const { id } = await openSession({ account, portfolioId });
  await pay(id, card);
  return id;
}

/** Applies the provider's report of these disputes. */
async function report(id: string, ...disputes: PaidStatus["disputes"]) {
  const { payment } = await booksOf(id);
  const stored = await findPayment(database(), account.id, id);
  if (!stored || !payment) throw new Error(`${id} was not paid`);
  const proceeds = { fee: 1, net: 2, settlementCurrency: "usd" };
  const status = { state: "paid", refunded: 0, ...proceeds, disputes } as const;
  await applyStatus(systemContext(), { database: database(), payment: stored, status });
}

const reported = {
  id: "dp_1",
  kind: "dispute",
  state: "open",
  amount: 300,
  reason: "fraudulent",
  evidenceDueOn: null,
} as const;

describe("several disputes of one payment", () => {
  it("keep the order waiting until the last one is closed, and cancel it if one is lost", async () => {
    for (const last of ["won", "lost"] as const) {
      const id = await sell(cards.good);
      await report(id, reported);
      const second = { ...reported, id: "dp_2" };
      await report(id, reported, second);
      const closed = { ...reported, state: last };
      await report(id, closed, second);
      expect(await disputeStateOf(id)).toMatchObject({
        payment: "disputed",
        order: "placed",
        waits: true,
      });
      await report(id, closed, { ...second, state: "won" });
      const isWon = last === "won";
      expect(await disputeStateOf(id)).toMatchObject({
        payment: isWon ? "paid" : "charged_back",
        order: isWon ? "placed" : "cancelled",
        disputes: [
          [last, "dispute"],
          ["won", "dispute"],
        ],
      });
    }
  });

  it("include warnings, which end with them", async () => {
    const id = await sell(cards.good);
    const warning = { ...reported, id: "issfr_1", kind: "warning" } as const;
    await report(id, warning);
    await report(id, reported, warning);
    await report(id, { ...reported, state: "won" }, { ...warning, state: "won" });
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "paid",
      order: "placed",
      waits: false,
    });
  });

  it("may begin as an inquiry, even one that was dismissed", async () => {
    const id = await sell(cards.good);
    await report(id, { ...reported, kind: "warning" });
    await database().transaction((db) => dismissWarning({ ...contextOf(account), db }, { id }));
    expect(await disputeStateOf(id)).toMatchObject({ payment: "paid", waits: false });
    await report(id, reported);
    const disputes = [["open", "dispute"]];
    expect(await disputeStateOf(id)).toMatchObject({ payment: "disputed", waits: true, disputes });
  });

  it("get new amounts and days from the provider", async () => {
    const id = await sell(cards.good);
    await report(id, reported);
    const evidenceDueOn = new Date("2027-01-02");
    await report(id, { ...reported, amount: 200, evidenceDueOn });
    const { payment } = await booksOf(id);
    const where = { accountId: account.id, paymentId: payment?.id ?? "" };
    const [row] = await database().prisma.paymentDispute.findMany({ where });
    expect(row).toMatchObject({ state: "open", amount: 200n, evidenceDueOn });
  });
});

describe("a dispute that was lost and is won later", () => {
  const lost = { ...reported, state: "lost" } as const;
  const won = { ...reported, state: "won" } as const;

  it("leaves a fulfilled order paid", async () => {
    const id = await sell(cards.good);
    await matchAll();
    await report(id, lost);
    expect(await pageOf(id)).toMatchObject({ view: "paid", dispute: "returned" });
    await report(id, won);
    expect(await disputeStateOf(id)).toMatchObject({ payment: "paid", refunds: [] });
    expect(await pageOf(id)).toMatchObject({ view: "paid", dispute: null, refunds: [] });
  });

  it("has the money of an order that was cancelled refunded", async () => {
    const id = await sell(cards.good);
    await report(id, lost);
    await report(id, won);
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "refunding",
      order: "cancelled",
      refunds: [["pending", "late_payment"]],
    });
    expect(await pageOf(id)).toMatchObject({ dispute: null, refunds: [{ outcome: "under_way" }] });
    await letTimePass(id);
    expect(await disputeStateOf(id)).toMatchObject({ payment: "refunded" });
  });
});

describe("without webhooks", () => {
  const DAY_MS = 24 * 3_600_000;

  const payments = () => database().prisma.payment;

  async function watch(id: string) {
    const data = { watchAt: new Date(Date.now() - 1), nextPollAt: null };
    await payments().updateMany({ where: { checkoutSessionId: id }, data });
    await reconcilePayments(systemContext(), { database: database() });
    return (await booksOf(id)).payment;
  }

  it("a paid payment's dispute is read when it is watched", async () => {
    const id = await sell(cards.lostDispute);
    const data = { disputedAt: new Date(Date.now() - 1) };
    await database().prisma.testProviderPayment.updateMany({ where: { reference: id }, data });
    expect(await watch(id)).toMatchObject({ state: "disputed", watchAt: null });
  });

  it("a payment is watched daily at first, then less often, and at last no more", async () => {
    const id = await sell(cards.good);
    const first = (await booksOf(id)).payment?.watchAt?.getTime() ?? 0;
    const daysUntil = (at: Date | null | undefined) =>
      at ? Math.round((at.getTime() - Date.now()) / DAY_MS) : null;
    expect(daysUntil(new Date(first))).toBe(1);
    for (const [age, pause] of [
      [5, 1],
      [50, 5],
      [115, null],
    ] as const) {
      const data = { paidAt: new Date(Date.now() - age * DAY_MS) };
      await payments().updateMany({ where: { checkoutSessionId: id }, data });
      expect(daysUntil((await watch(id))?.watchAt)).toBe(pause);
    }
  });
});
