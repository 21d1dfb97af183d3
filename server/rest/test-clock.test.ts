import { expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { payCheckoutSession, reconcilePayments } from "#domain/checkout";
import { advanceTestClock } from "#domain/clocks";
import { matchOrders } from "#domain/matching";
import { monthOf } from "#domain/statements";
import { runJobs } from "#jobs/run-jobs";
import { call } from "#testing/api";
import { recordStatements } from "#testing/bench/record";
import { billAccount, setUpIssuer } from "#testing/billing";
import { BROWSER, booksOf, cards, openSession, pageOf, pay } from "#testing/checkout";
import { contextOf, makeKey, saveSellerDetails, systemContext } from "#testing/factories";
import { makeCounterpart, makeHolder } from "#testing/objects";
import { withLivePayments } from "#testing/settings";

withLivePayments();

const DAY_S = 86_400;

const get = (token: string, path: string) => call("GET", path, { key: token });
const post = (token: string, path: string, body: object = {}, headers = {}) =>
  call("POST", path, { key: token, body, headers });
const advance = (token: string, body: object, headers = {}) =>
  post(token, "/test/clock", body, headers);

/** A turn of the worker. */
async function work(): Promise<void> {
  await runJobs(systemContext());
  await reconcilePayments(systemContext(), { database: database() });
  await matchOrders(systemContext(), { database: database() });
}

const aheadDays = (iso: string | null) => (Date.parse(iso ?? "") - Date.now()) / 86_400_000;

/** A purchase in its cooling-off period. */
async function buyWithCoolingOff(account: Account, portfolioId: string) {
  const { id: sessionId } = await openSession({ account, portfolioId });
  await payCheckoutSession(systemContext(), {
    database: database(),
    sessionId,
    customer: {
      email: "ada@example.com",
      beneficiary: null,
      language: "en",
      browserHash: BROWSER,
      buyer: { country: "DE", isBusiness: false, consent: null },
    },
    source: { type: "card", number: cards.good, expiryMonth: 12, expiryYear: 2040, cvc: "123" },
  });
  const order = (await booksOf(sessionId)).orders[0];
  if (!order?.coolingOff) throw new Error("the order has no cooling-off period");
  return order.id;
}

interface Owner {
  account: Account;
  token: string;
  portfolioId: string;
}

/** Objects of the account that time changes. */
async function makeWorld({ account, token, portfolioId }: Owner) {
  const isTest = account.mode === "test";
  const urls = { success_url: "https://shop.example/", cancel_url: "https://shop.example/" };
  const session = await post(token, "/checkout/sessions", { amount_kg: 20, ...urls });
  const reservation = await post(token, "/reservations", {
    amount_kg: 10,
    expires_in_seconds: DAY_S,
  });
  const cooling = isTest ? await buyWithCoolingOff(account, portfolioId) : null;
  const disputed = isTest ? (await openSession({ account, portfolioId })).id : null;
  if (disputed) await pay(disputed, cards.lostDispute);
  const read = async (path: string) => (await get(token, path)).json.state as string;
  return {
    sessionId: session.json.id as string,
    states: async () => ({
      session: await read(`/checkout/sessions/${session.json.id}`),
      reservation: await read(`/reservations/${reservation.json.id}`),
      ...(cooling && { cooling: await read(`/orders/${cooling}`) }),
    }),
    disputeState: async () => (disputed ? (await booksOf(disputed)).payment?.state : undefined),
    /** When the dispute ends, in real time. */
    disputeEnd: async () => {
      const where = { reference: disputed ?? "" };
      return (await database().prisma.testProviderPayment.findFirst({ where }))?.disputeClosesAt;
    },
  };
}

it("moves everything of its account, and nothing of another or of the live account", async () => {
  const holder = await makeHolder();
  await saveSellerDetails(holder.account);
  const neighbor = await makeHolder();
  await saveSellerDetails(neighbor.account);
  const live = await makeCounterpart(holder);
  const worlds = await Promise.all([holder, neighbor, live].map(makeWorld));
  const [own, other, real] = worlds as [World, World, World];
  await work();
  const before = await Promise.all(worlds.map((world) => world.states()));
  expect(before[0]).toEqual({ session: "open", reservation: "held", cooling: "placed" });
  const disputeEnd = await other.disputeEnd();

  const advanced = await advance(holder.token, { advance_seconds: 30 * DAY_S });
  expect([advanced.status, advanced.json]).toEqual([
    200,
    { now: expect.any(String), offset_seconds: 30 * DAY_S, state: "advancing" },
  ]);
  expect(aheadDays(advanced.json.now)).toBeCloseTo(30, 2);
  await work();
  await work();
  expect((await get(holder.token, "/test/clock")).json).toMatchObject({ state: "ready" });

  expect(await own.states()).toEqual({
    session: "expired",
    reservation: "expired",
    cooling: "fulfilled",
  });
  expect(await own.disputeState()).toBe("charged_back");
  expect(await other.disputeEnd()).toEqual(disputeEnd);
  expect(await other.states()).toEqual(before[1]);
  expect(await real.states()).toEqual(before[2]);
  expect((await get(neighbor.token, "/test/clock")).json).toMatchObject({ offset_seconds: 0 });

  // Stored states, not only those read as of the account's time.
  const stored = await database().prisma.checkoutSession.findMany({
    where: { id: { in: worlds.map(({ sessionId }) => sessionId) } },
  });
  const stateOf = (id: string) => stored.find((row) => row.id === id)?.state;
  expect([own, other, real].map(({ sessionId }) => stateOf(sessionId))).toEqual([
    "expired",
    "open",
    "open",
  ]);
  expect((await pageOf(own.sessionId)).view).toBe("expired");
});

type World = Awaited<ReturnType<typeof makeWorld>>;

it("gives new objects and events the account's time, and sends and polls in real time", async () => {
  const { token } = await makeHolder();
  await post(token, "/webhook-endpoints", {
    url: "https://93.184.215.14/hook",
    event_types: ["order.fulfilled"],
  });
  await advance(token, { advance_seconds: 100 * DAY_S });
  const order = (await post(token, "/orders", { amount_kg: 3 })).json;
  const session = await openSessionOf(token);
  expect([order.created_on, session.created_on].map((at) => Math.round(aheadDays(at)))).toEqual([
    100, 100,
  ]);
  expect(aheadDays(session.expires_on)).toBeCloseTo(101, 2);
  await work();
  const { prisma } = database();
  const { settledAt } = await prisma.order.findFirstOrThrow({ where: { id: order.id } });
  const { retiredAt } = await prisma.retirement.findFirstOrThrow({ where: { orderId: order.id } });
  const event = await prisma.event.findFirstOrThrow({ where: { subjectId: order.id } });
  for (const at of [settledAt, retiredAt, event.createdAt]) {
    expect(aheadDays(at?.toISOString() ?? "")).toBeCloseTo(100, 2);
  }
  const delivery = await prisma.delivery.findFirstOrThrow({ where: { eventId: event.id } });
  expect(delivery.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());

  const paid = await openSessionOf(token);
  await pay(paid.id, cards.paysLater);
  const payment = await prisma.payment.findFirstOrThrow({ where: { checkoutSessionId: paid.id } });
  expect(Math.abs(aheadDays(payment.nextPollAt?.toISOString() ?? ""))).toBeLessThan(1);

  // Filters by period find them, though their ids are of today.
  const day = (days: number) => new Date(Date.now() + days * DAY_S * 1000).toISOString();
  const period = new URLSearchParams({ created_from: day(99), created_to: day(101) });
  const orders = await get(token, `/orders?${period}`);
  expect(orders.json.data.map(({ id }: { id: string }) => id)).toContain(order.id);
  const sessions = await get(token, `/checkout/sessions?${period}`);
  expect(sessions.json.data.map(({ id }: { id: string }) => id)).toContain(session.id);
});

/** With the offset of its clock. */
async function current(account: Account): Promise<Account> {
  const { id } = account;
  const { clockOffsetS } = await database().prisma.account.findUniqueOrThrow({ where: { id } });
  return { ...account, clockOffsetS };
}

async function openSessionOf(token: string) {
  const urls = { success_url: "https://shop.example/", cancel_url: "https://shop.example/" };
  return (await post(token, "/checkout/sessions", { amount_kg: 20, ...urls })).json;
}

it("closes the month: the statement is complete, and the invoice is issued", async () => {
  const { account, token } = await makeHolder();
  await setUpIssuer("test");
  await billAccount(account);
  await post(token, "/orders", { amount_kg: 5 });
  await work();
  const month = monthOf(new Date()).key;
  expect((await get(token, `/statements/${month}`)).json.is_complete).toBe(false);
  expect((await get(token, "/invoices")).json.data).toEqual([]);
  await advance(token, { advance_seconds: 40 * DAY_S });
  await work();
  expect((await get(token, `/statements/${month}`)).json.is_complete).toBe(true);
  expect((await get(token, "/invoices")).json.data).toMatchObject([{ period: month }]);
});

it("can only be advanced, by one of two fields, by two years at a time and ten in all", async () => {
  const { token } = await makeHolder();
  const now = Date.now();
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const cases: [body: object, status: number, code: string | object][] = [
    [{}, 400, { advance_seconds: "required" }],
    [{ advance_seconds: 60, now: at(60) }, 400, { now: "exclusive" }],
    [{ advance_seconds: 0 }, 400, { advance_seconds: "too-small" }],
    [{ advance_seconds: 800 * DAY_S }, 400, { advance_seconds: "too-large" }],
    [{ now: at(800 * DAY_S) }, 400, { now: "too-large" }],
    [{ now: at(-60) }, 409, "conflict"],
  ];
  for (const [body, status, code] of cases) {
    const { status: got, json } = await advance(token, body);
    expect([body, got, json.error_codes ?? json.code]).toEqual([body, status, code]);
  }
  expect((await get(token, "/test/clock")).json).toMatchObject({ offset_seconds: 0 });
  for (let count = 0; count < 5; count += 1) {
    expect((await advance(token, { advance_seconds: 731 * DAY_S })).status).toBe(200);
  }
  expect((await advance(token, { advance_seconds: 1 })).status).toBe(409);
});

it("is forbidden for live keys, and never reaches a live account", async () => {
  const live = await makeHolder("live");
  for (const response of [
    await get(live.token, "/test/clock"),
    await advance(live.token, { advance_seconds: DAY_S }),
  ]) {
    expect([response.status, response.json.code]).toEqual([403, "forbidden"]);
  }
  const ahead = { where: { id: live.account.id }, data: { clockOffsetS: 60 } };
  await expect(database().prisma.account.update(ahead)).rejects.toThrow(/accounts_clock_of_test/);
});

it("adds up concurrent advances, and repeats one with the same key only once", async () => {
  const { token } = await makeHolder();
  const key = { "idempotency-key": "advance-once" };
  const responses = await Promise.all([
    ...Array.from({ length: 4 }, () => advance(token, { advance_seconds: DAY_S })),
    advance(token, { advance_seconds: DAY_S }, key),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const again = await advance(token, { advance_seconds: DAY_S }, key);
  expect([again.status, again.text]).toEqual([200, responses[4]?.text]);
  expect((await get(token, "/test/clock")).json.offset_seconds).toBe(5 * DAY_S);

  const now = new Date(Date.now() + 30 * DAY_S * 1000).toISOString();
  const both = await Promise.all([advance(token, { now }), advance(token, { now })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { json } = await get(token, "/test/clock");
  expect(Date.parse(json.now)).toBeGreaterThanOrEqual(Date.parse(now));
});

it("is written in one transaction: what breaks off leaves the clock as it was", async () => {
  const { account, token } = await makeHolder();
  const statements = await recordStatements(() => advance(token, { advance_seconds: DAY_S }));
  const sent = statements.map(({ text }) => text.trim().toLowerCase());
  const [begin, commit] = [sent.findIndex(startsTransaction), sent.lastIndexOf("commit")];
  // The time of the key's last use is recorded apart.
  const isWrite = (text: string) =>
    /^(with|insert|update)\b/.test(text) && !/"api_keys"/.test(text);
  const writes = sent.flatMap((text, at) => (isWrite(text) ? [at] : []));
  expect(sent.filter(startsTransaction)).toHaveLength(1);
  expect(writes.length).toBeGreaterThan(2);
  expect(writes.filter((at) => at < begin || at > commit)).toEqual([]);

  const before = await current(account);
  const jobs = () => database().prisma.job.count({ where: { accountId: account.id } });
  const queued = await jobs();
  const broken = database().transaction(async (db) => {
    await advanceTestClock({ ...contextOf(account), db }, { advance_seconds: DAY_S });
    throw new Error("killed before the commit");
  });
  await expect(broken).rejects.toThrow("killed");
  expect([await current(account), await jobs()]).toEqual([before, queued]);
});

const startsTransaction = (text: string) => /^(begin|start transaction)/.test(text);

it("leaves keys and idempotency keys in real time", async () => {
  const { account, token } = await makeHolder();
  const { token: second } = await makeKey(account);
  const key = { "idempotency-key": "across-years" };
  const first = await post(token, "/orders", { amount_kg: 1 }, key);
  await advance(token, { advance_seconds: 700 * DAY_S });
  const again = await post(second, "/orders", { amount_kg: 1 }, key);
  expect([again.status, again.text]).toEqual([201, first.text]);
});
