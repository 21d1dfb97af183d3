import { beforeAll, describe, expect, it } from "vitest";
import { expireDue, expireOpen } from "#checkout/sessions/expiry";
import type { Account } from "#core/context";
import { database, type Sql } from "#core/db";
import { newId } from "#core/id";
import { makeAccount, makeStock } from "#testing/factories";
import { insertNotice, schedulePollByProviderId } from "./notices";
import { claimDuePayments } from "./polls";
import {
  findPayment,
  lockSession,
  type Payment,
  savePayment,
  saveProviderPaymentId,
  schedulePoll,
} from "./store";

const now = new Date("2026-11-22T12:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);
const sql = () => database();
let accounts: { test: Account; live: Account };

beforeAll(async () => {
  accounts = await makeAccount();
  await makeStock();
  await makeStock({ mode: "live" });
});

type Row = Parameters<
  ReturnType<typeof database>["prisma"]["checkoutSession"]["create"]
>[0]["data"];

async function makeSession(more: Partial<Row> = {}, account = accounts.test): Promise<string> {
  const { portfolioId: _, ...columns } = more;
  const own = await sql().prisma.portfolio.findFirstOrThrow({ where: { mode: account.mode } });
  const row = await sql().prisma.checkoutSession.create({
    data: {
      accountId: account.id,
      mode: account.mode,
      id: newId("checkoutSession"),
      portfolioId: more.portfolioId ?? own.id,
      amountKg: 100,
      pricingUnit: "tonne",
      pricePerTonne: 3000,
      price: 300,
      currency: "usd",
      successUrl: "https://shop.example",
      cancelUrl: "https://shop.example",
      state: "open",
      createdAt: at(-1000),
      expiresAt: at(1000),
      ...columns,
    } as Row,
  });
  return row.id;
}

function paymentOf(checkoutSessionId: string, more: Partial<Payment> = {}): Payment {
  return {
    accountId: accounts.test.id,
    mode: "test",
    id: newId("payment"),
    checkoutSessionId,
    provider: "test",
    intentNumber: 1,
    providerPaymentId: null,
    providerAccount: null,
    providerMode: null,
    state: "open",
    failure: null,
    amount: 300,
    currency: "usd",
    refunded: 0,
    refunding: 0,
    unapplied: 0,
    unappliedReturnedAt: null,
    fee: null,
    net: null,
    settlementCurrency: null,
    attempts: 0,
    recentAttempts: 0,
    recentSince: now,
    polls: 3,
    version: 1,
    updatedAt: now,
    ...more,
  };
}

async function makePayment(more: Partial<Payment> = {}, nextPollAt: Date | null = null) {
  const payment = paymentOf(more.checkoutSessionId ?? (await makeSession()), more);
  await savePayment({ db: sql(), now }, payment, { nextPollAt });
  return payment;
}
const nextPollOf = async ({ id }: { id: string }) =>
  (await sql().prisma.payment.findFirstOrThrow({ where: { id } })).nextPollAt;
const stored = ({ accountId, checkoutSessionId }: Payment) =>
  findPayment(sql(), accountId, checkoutSessionId);
const stateOf = async (id: string) =>
  (await sql().prisma.checkoutSession.findFirstOrThrow({ where: { id } })).state;

/** Runs `work` in a second transaction that does not wait for locks. */
function concurrently<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return database().sqlTransaction(async (db) => {
    await db.query({ name: "", text: "SET LOCAL lock_timeout = '100ms'" }, []);
    return work(db);
  });
}

describe("a session's lock", () => {
  it("is held by one transaction at a time, for sessions of every account", async () => {
    const [id, other] = [await makeSession(), await makeSession()];
    await database().sqlTransaction(async (first) => {
      expect(await lockSession(first, id)).toBe(accounts.test.id);
      await expect(concurrently((second) => lockSession(second, id))).rejects.toThrow(
        /lock timeout/,
      );
      expect(await concurrently((second) => lockSession(second, other))).toBe(accounts.test.id);
    });
    const live = await makeSession({}, accounts.live);
    expect(await lockSession(sql(), live)).toBe(accounts.live.id);
    expect(await lockSession(sql(), "cs_none")).toBeNull();
  });
});

describe("a payment", () => {
  it("is found by its account and session only", async () => {
    const [one, other] = [await makePayment(), await makePayment({ attempts: 2 })];
    expect(await stored(one)).toEqual(one);
    expect(await stored(other)).toEqual(other);
    expect(await findPayment(sql(), accounts.live.id, one.checkoutSessionId)).toBeNull();
    expect(await findPayment(sql(), accounts.test.id, "cs_none")).toBeNull();
  });

  it("keeps a provider id that another process stored, until the payment is created again", async () => {
    const payment = await makePayment();
    await saveProviderPaymentId(sql(), payment, "tp_1");
    await savePayment({ db: sql(), now }, { ...payment, attempts: 1 }, { nextPollAt: null });
    expect(await stored(payment)).toMatchObject({ attempts: 1, providerPaymentId: "tp_1" });
    await savePayment({ db: sql(), now }, { ...payment, intentNumber: 2 }, { nextPollAt: null });
    expect(await stored(payment)).toMatchObject({ intentNumber: 2, providerPaymentId: null });
  });

  it("gets one provider id, of its current creation only", async () => {
    const [payment, other] = [await makePayment(), await makePayment()];
    expect(await saveProviderPaymentId(sql(), { ...payment, intentNumber: 2 }, "tp_x")).toBe(false);
    expect(await saveProviderPaymentId(sql(), { ...payment, accountId: "acc_none" }, "tp_x")).toBe(
      false,
    );
    expect(await saveProviderPaymentId(sql(), { ...payment, id: "pay_none" }, "tp_x")).toBe(false);
    expect(await saveProviderPaymentId(sql(), payment, "tp_2")).toBe(true);
    expect(await saveProviderPaymentId(sql(), payment, "tp_2")).toBe(true);
    expect(await saveProviderPaymentId(sql(), payment, "tp_3")).toBe(false);
    expect(await stored(payment)).toMatchObject({ providerPaymentId: "tp_2" });
    expect(await stored(other)).toMatchObject({ providerPaymentId: null });
  });

  it("is scheduled only if it has a next poll and has not changed", async () => {
    const [due, other] = [await makePayment({}, at(60_000)), await makePayment({}, at(60_000))];
    const settled = await makePayment();
    await schedulePoll(sql(), { ...due, version: 2, at: at(1) });
    await schedulePoll(sql(), { ...due, accountId: accounts.live.id, at: at(1) });
    expect(await nextPollOf(due)).toEqual(at(60_000));
    await schedulePoll(sql(), { ...due, at: at(1) });
    await schedulePoll(sql(), { ...settled, at: at(1) });
    expect(await nextPollOf(due)).toEqual(at(1));
    expect(await nextPollOf(other)).toEqual(at(60_000));
    expect(await nextPollOf(settled)).toBeNull();
  });

  it("is scheduled by its provider id, even if it is refunded", async () => {
    const paid = { state: "paid", providerPaymentId: "pi_1" } as const;
    const one = await makePayment({ ...paid, provider: "stripe" });
    const other = await makePayment({ ...paid, providerPaymentId: "pi_2", provider: "stripe" });
    const refunded = await makePayment({
      state: "refunded",
      refunded: 300,
      providerPaymentId: "pi_3",
      provider: "stripe",
    });
    const notify = (provider: "stripe" | "test", providerPaymentId: string) =>
      schedulePollByProviderId(sql(), { provider, providerPaymentId, now });
    await notify("test", "pi_1");
    expect(await nextPollOf(one)).toBeNull();
    await notify("stripe", "pi_1");
    expect(await nextPollOf(one)).toEqual(now);
    expect(await nextPollOf(other)).toBeNull();
    expect(await nextPollOf(refunded)).toBeNull();
    // Its refund may have failed.
    await notify("stripe", "pi_3");
    expect(await nextPollOf(refunded)).toEqual(now);
  });

  it("that is due is claimed by one worker, and due again after its lease", async () => {
    await sql().prisma.payment.updateMany({
      where: { nextPollAt: { not: null } },
      data: { nextPollAt: at(3_600_000) },
    });
    const due = [await makePayment({}, at(-1)), await makePayment({}, now)];
    const later = await makePayment({}, at(1));
    await database().sqlTransaction(async (first) => {
      const claimed = await claimDuePayments(first, now, 10);
      expect(new Set(claimed.map(({ id }) => id))).toEqual(new Set(due.map(({ id }) => id)));
      expect(claimed.map(({ polls }) => polls)).toEqual([4, 4]);
      expect(await concurrently((second) => claimDuePayments(second, now, 10))).toEqual([]);
    });
    for (const payment of due) expect(await nextPollOf(payment)).toEqual(at(100_000));
    expect(await nextPollOf(later)).toEqual(at(1));
    expect(await claimDuePayments(sql(), at(100_000), 2)).toHaveLength(2);
  });
});

it("a provider's notice is stored once", async () => {
  const notice = {
    provider: "stripe",
    type: "x",
    providerPaymentId: null,
    receivedAt: now,
  } as const;
  expect(await insertNotice(sql(), { ...notice, id: "evt_1" })).toBe(true);
  expect(await insertNotice(sql(), { ...notice, id: "evt_1" })).toBe(false);
  expect(await insertNotice(sql(), { ...notice, id: "evt_2" })).toBe(true);
});

describe("a session", () => {
  const expireIt = (id: string, when = now, accountId = accounts.test.id) =>
    expireOpen(sql(), { accountId, id, now: when });

  it("is expired by its account, once, while it is open and not being paid", async () => {
    const [id, other] = [await makeSession(), await makeSession()];
    expect(await expireIt(id, now, accounts.live.id)).toBe(false);
    expect(await expireIt(await makeSession({ paying: true }))).toBe(false);
    expect(await expireIt(id, at(1000))).toBe(false);
    expect(await expireIt(id, at(999))).toBe(true);
    expect(await expireIt(id)).toBe(false);
    expect([await stateOf(id), await stateOf(other)]).toEqual(["expired", "open"]);
  });

  it("that is expired schedules a poll of its own payment, and of no other", async () => {
    const payment = await makePayment({}, at(60_000));
    const other = await makePayment({}, at(60_000));
    expect(await expireIt(payment.checkoutSessionId)).toBe(true);
    expect(await nextPollOf(payment)).toEqual(now);
    expect(await stored(payment)).toMatchObject({ polls: 0 });
    expect(await nextPollOf(other)).toEqual(at(60_000));
  });

  it("past its expiration is expired by the job, unless it is being paid or is locked", async () => {
    await sql().prisma.checkoutSession.updateMany({
      where: { state: "open" },
      data: { expiresAt: at(3_600_000) },
    });
    const over = await makeSession({ expiresAt: now });
    const held = await makeSession({ expiresAt: at(-5) });
    const paying = await makeSession({ expiresAt: at(-5), paying: true });
    const open = await makeSession({ expiresAt: at(1) });
    const live = await makeSession({ expiresAt: at(-1) }, accounts.live);
    const payment = await makePayment({ checkoutSessionId: over }, at(60_000));
    const other = await makePayment({ checkoutSessionId: open }, at(60_000));
    const due = { now, limit: 10 };
    await database().sqlTransaction(async (first) => {
      await lockSession(first, held);
      expect(await concurrently((second) => expireDue(second, due))).toHaveLength(2);
    });
    expect(await Promise.all([over, live, held, paying, open].map(stateOf))).toEqual([
      "expired",
      "expired",
      "open",
      "open",
      "open",
    ]);
    expect(await nextPollOf(payment)).toEqual(now);
    expect(await nextPollOf(other)).toEqual(at(60_000));
    expect(await expireDue(sql(), due)).toHaveLength(1);
    expect(await expireDue(sql(), due)).toEqual([]);
  });
});
