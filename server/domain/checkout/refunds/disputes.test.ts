import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import {
  booksOf,
  cancel,
  cards,
  disputeStateOf,
  letTimePass,
  openSession,
  pageOf,
  passDispute,
  pay,
  refund,
} from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { mailsAbout } from "#testing/mails";
import { makePerson } from "#testing/people";
import { dismissWarning } from "./refunds";

let account: Account;
let portfolioId: string;

beforeAll(async () => {
  account = (await makeAccount()).account;
  portfolioId = (await makeStock()).portfolioId;
  // Members belong to the live account.
  const own = await database().prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  await makePerson({ accountId: own.liveAccountId ?? "", role: "owner" });
});

async function sell(card: string) {
  const { id } = await openSession({ account, portfolioId });
  await pay(id, card);
  return id;
}

describe("a dispute", () => {
  it("keeps an order from being fulfilled, and cancels it if it is lost", async () => {
    const id = await sell(cards.lostDispute);
    await passDispute(id, "opened");
    await matchAll();
    const open = { payment: "disputed", order: "placed", waits: true };
    expect(await disputeStateOf(id)).toMatchObject({ ...open, disputes: [["open", "dispute"]] });
    await expect(refund(account, id, 1)).rejects.toMatchObject({ code: "conflict" });
    await passDispute(id, "closed");
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "charged_back",
      order: "cancelled",
      disputes: [["lost", "dispute"]],
    });
  });

  it("that is won lets the order go on", async () => {
    const id = await sell(cards.wonDispute);
    await passDispute(id, "opened");
    await passDispute(id, "closed");
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "paid",
      order: "placed",
      waits: false,
    });
    await matchAll();
    expect(await disputeStateOf(id)).toMatchObject({ order: "fulfilled" });
  });

  it("after fulfillment is recorded, and a lost one leaves the credits retired", async () => {
    const id = await sell(cards.lostDispute);
    await matchAll();
    await passDispute(id, "opened");
    expect(await disputeStateOf(id)).toMatchObject({ payment: "disputed", order: "fulfilled" });
    await passDispute(id, "closed");
    expect(await disputeStateOf(id)).toMatchObject({ payment: "charged_back", order: "fulfilled" });
  });

  it("holds a refund back until it is won, and ends it if it is lost", async () => {
    for (const [card, payment, state] of [
      [cards.wonDispute, "refunded", "succeeded"],
      [cards.lostDispute, "charged_back", "failed"],
    ] as const) {
      const id = await sell(card);
      await passDispute(id, "opened");
      const { session } = await booksOf(id);
      await cancel(account, session.orderId ?? "");
      await letTimePass(id);
      const pending = [["pending", "cancellation"]];
      expect(await disputeStateOf(id)).toMatchObject({ payment: "refunding", refunds: pending });
      await passDispute(id, "closed");
      await letTimePass(id);
      const refunds = [[state, "cancellation"]];
      expect(await disputeStateOf(id)).toMatchObject({ payment, refunds, order: "cancelled" });
    }
  });

  it("that no poll has read yet keeps a refund from being sent", async () => {
    const id = await sell(cards.wonDispute);
    await refund(account, id, 100);
    await passDispute(id, "opened");
    const [charge] = (await booksOf(id)).provider;
    const where = { paymentId: charge?.id ?? "" };
    expect(await database().prisma.testProviderRefund.count({ where })).toBe(0);
    const refunds = [["pending", "requested"]];
    expect(await disputeStateOf(id)).toMatchObject({ payment: "disputed", refunds });
    await passDispute(id, "closed");
    await letTimePass(id);
    expect(await disputeStateOf(id)).toMatchObject({ refunds: [["succeeded", "requested"]] });
    expect(await database().prisma.testProviderRefund.count({ where })).toBe(1);
  });

  it("is named on the page of the customer's browser, and is a review to others", async () => {
    const id = await sell(cards.lostDispute);
    await passDispute(id, "opened");
    expect(await pageOf(id)).toMatchObject({ view: "paid", dispute: "disputed" });
    expect(await pageOf(id, new Date(), null)).toMatchObject({ dispute: "reviewed" });
    await passDispute(id, "closed");
    expect(await pageOf(id)).toMatchObject({ view: "cancelled", dispute: "returned" });
  });

  it("that arrives while matching runs leaves the order fulfilled, or waiting", async () => {
    const id = await sell(cards.lostDispute);
    await Promise.all([passDispute(id, "opened"), matchAll()]);
    const { payment, order, waits } = await disputeStateOf(id);
    expect(payment).toBe("disputed");
    expect([
      ["fulfilled", false],
      ["placed", true],
    ]).toContainEqual([order, waits]);
  });

  it("is reported once per change by event, and by mail to the account's admins", async () => {
    const id = await sell(cards.wonDispute);
    await passDispute(id, "opened");
    await letTimePass(id);
    await passDispute(id, "closed");
    const { payment } = await booksOf(id);
    const where = { accountId: account.id, subjectId: payment?.id ?? "" };
    const events = await database().prisma.event.findMany({
      where,
      orderBy: { sequence: "asc" },
    });
    const states = events.map(({ type, payload }) => [type, JSON.parse(payload ?? "")]);
    expect(states).toMatchObject([
      ["payment.disputed", { state: "disputed", dispute: { state: "open" } }],
      ["payment.disputed", { state: "paid", dispute: { state: "won" } }],
    ]);
    expect(await mailsAbout(payment?.id ?? "")).toMatchObject([
      { kind: "payment-alert" },
      { kind: "payment-alert" },
    ]);
  });
});

describe("a fraud warning", () => {
  it("keeps an order waiting until the payment is refunded", async () => {
    const id = await sell(cards.fraudWarning);
    await passDispute(id, "opened");
    await matchAll();
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "disputed",
      order: "placed",
      waits: true,
    });
    await refund(account, id);
    await letTimePass(id);
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "refunded",
      order: "cancelled",
      disputes: [["won", "warning"]],
    });
  });

  it("that is dismissed lets the order go on, once, with an audit entry", async () => {
    const id = await sell(cards.fraudWarning);
    await passDispute(id, "opened");
    const dismiss = () =>
      database().transaction((db) => dismissWarning({ ...contextOf(account), db }, { id }));
    await dismiss();
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "paid",
      waits: false,
      disputes: [["dismissed", "warning"]],
    });
    await expect(dismiss()).rejects.toMatchObject({ code: "conflict" });
    // The provider still reports the warning.
    await passDispute(id, "opened");
    expect(await disputeStateOf(id)).toMatchObject({ payment: "paid", waits: false });
    const { payment } = await booksOf(id);
    const where = { action: "payment.warning_dismissed", subjectId: payment?.id ?? "" };
    expect(await database().prisma.auditEntry.count({ where })).toBe(1);
    const other = (await makeAccount()).account;
    const foreign = database().transaction((db) =>
      dismissWarning({ ...contextOf(other), db }, { id }),
    );
    await expect(foreign).rejects.toMatchObject({ code: "not-found" });
  });

  it("after fulfillment is only recorded", async () => {
    const id = await sell(cards.fraudWarning);
    await matchAll();
    await passDispute(id, "opened");
    expect(await disputeStateOf(id)).toMatchObject({
      payment: "paid",
      order: "fulfilled",
      disputes: [["open", "warning"]],
    });
  });
});
