import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import {
  claimDeliveries,
  emitEvents,
  ensureWebhookSecrets,
  rotateWebhookSecret,
} from "#domain/events";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { receiversOfTests } from "#testing/own-receivers";
import type { Received, Receiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { beginDeliveries } from "./deliver-events";

withPrivateNetwork();

let account: Awaited<ReturnType<typeof makeAccount>>["account"];
let key: string;
let portfolioId: string;
const open = receiversOfTests();

beforeAll(async () => {
  ({ account, token: key } = await makeAccount());
  ({ portfolioId } = await makeStock());
});

const deliver = async (options?: Parameters<typeof beginDeliveries>[0]) => {
  await Promise.all(await beginDeliveries(options));
};

async function place(url: string): Promise<string> {
  const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: { url } };
  return (await call("POST", "/orders", { key, body })).json.id;
}

/** Fulfills an order with this callback URL; returns its event from the API. */
async function fulfill(url: string) {
  const orderId = await place(url);
  await matchAll();
  const { json } = await call("GET", "/events?limit=1", { key });
  expect(json.data[0].order_id).toBe(orderId);
  return json.data[0];
}

const read = async (id: string) => (await call("GET", `/events/${id}`, { key })).json;
const setDelivery = (eventId: string, data: object) =>
  database().prisma.delivery.updateMany({ where: { accountId: account.id, eventId }, data });
const makeDue = (id: string) => setDelivery(id, { nextAttemptAt: new Date() });
const secrets = () => ensureWebhookSecrets(contextOf(account));
const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers);
const only = (receiver: Receiver): Received => {
  expect(receiver.received).toHaveLength(1);
  return receiver.received[0] as Received;
};

describe("a callback", () => {
  it.each(["fulfilled", "cancelled"])("contains a %s order like GET returns it", async (state) => {
    const receiver = await open();
    const orderId = await place(receiver.url);
    if (state === "cancelled") await call("POST", `/orders/${orderId}/cancel`, { key });
    else await matchAll();
    await deliver();
    const request = only(receiver);
    const { json: order } = await call("GET", `/orders/${orderId}`, { key });
    expect(order.state).toBe(state);
    const [event] = (await call("GET", "/events?limit=1", { key })).json.data;
    expect(JSON.parse(request.body)).toEqual({
      id: event.id,
      type: `order.${state}`,
      timestamp: event.created_on,
      order,
    });
    expect(request.path).toBe("/callbacks");
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": event.id,
    });
    expect(await read(event.id)).toMatchObject({
      delivery_state: "delivered",
      next_attempt_on: null,
      attempts: [{ attempt: 1, response_status: 200, response_body: "", error: null }],
    });
  });

  it("is signed before, during and after a rotation; a changed byte fails verification", async () => {
    const receiver = await open();
    const send = async () => {
      const { id } = await fulfill(receiver.url);
      await deliver();
      return receiver.received.find(({ headers }) => headers["webhook-id"] === id) as Received;
    };
    const [old] = await secrets();
    const before = await send();
    expect(verify(old?.secret ?? "", before)).toMatchObject({ type: "order.fulfilled" });
    const changed = { ...before, body: before.body.replace("fulfilled", "fulfillex") };
    expect(() => verify(old?.secret ?? "", changed)).toThrow("No matching signature");

    await database().transaction((db) => rotateWebhookSecret({ ...contextOf(account), db }));
    const [current, previous] = await secrets();
    expect(previous?.secret).toBe(old?.secret);
    expect(current?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const during = await send();
    for (const secret of [old, current]) verify(secret?.secret ?? "", during);

    const expired = { expiresAt: new Date(Date.now() - 1) };
    await database().prisma.webhookSecret.updateMany({
      where: { id: old?.id ?? "" },
      data: expired,
    });
    const after = await send();
    verify(current?.secret ?? "", after);
    expect(() => verify(old?.secret ?? "", after)).toThrow("No matching signature");
  });

  it("is signed with one secret even if several workers need the first one at once", async () => {
    const ctx = contextOf((await makeAccount()).account);
    const secrets = await Promise.all(Array.from({ length: 8 }, () => ensureWebhookSecrets(ctx)));
    expect(new Set(secrets.flat().map(({ secret }) => secret)).size).toBe(1);
  });
});

describe("a delivery that fails", () => {
  it("is tried again after 5 s, then 5 min, with the same id and bytes, until a 2xx", async () => {
    const receiver = await open((nth) => ({ status: nth < 3 ? 500 : 204, body: "" }));
    const { id } = await fulfill(receiver.url);
    for (const delayMs of [5000, 300_000]) {
      const from = Date.now();
      await deliver();
      const to = Date.now();
      const event = await read(id);
      expect(event.delivery_state).toBe("pending");
      const dueAt = Date.parse(event.next_attempt_on);
      expect(dueAt - from).toBeGreaterThanOrEqual(delayMs);
      expect(dueAt - to).toBeLessThanOrEqual(delayMs * 1.1 + 1);
      await deliver();
      await makeDue(id);
    }
    await deliver();
    const event = await read(id);
    expect(event).toMatchObject({ delivery_state: "delivered", next_attempt_on: null });
    const statuses = event.attempts.map((it: { response_status: number }) => it.response_status);
    expect(statuses).toEqual([500, 500, 204]);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([id]),
    );
    const [secret] = await secrets();
    for (const request of receiver.received) verify(secret?.secret ?? "", request);
  });

  it("follows no redirect", async () => {
    const elsewhere = await open();
    const receiver = await open(() => ({ status: 307, headers: { location: elsewhere.url } }));
    const { id } = await fulfill(receiver.url);
    await deliver();
    const event = await read(id);
    expect(event.attempts).toMatchObject([{ response_status: 307 }]);
    expect(event.delivery_state).toBe("pending");
    expect(elsewhere.connections()).toBe(0);
  });

  it("fails if the receiver does not respond in time or is unreachable", async () => {
    const hanging = await open(() => "nothing");
    const gone = await open();
    gone.close();
    for (const [url, reason] of [
      [hanging.url, /within 200 ms/],
      [gone.url, /ECONNREFUSED/],
    ] as const) {
      const { id } = await fulfill(url);
      await deliver({ timeoutMs: 200 });
      const event = await read(id);
      expect(event.delivery_state).toBe("pending");
      expect(event.attempts).toMatchObject([
        { response_status: null, response_body: null, error: expect.stringMatching(reason) },
      ]);
    }
  });

  it("is one request, also to a receiver that reads it and disconnects", async () => {
    const receiver = await open((nth) => (nth === 2 ? "disconnect" : { status: 200 }));
    // The second request uses the connection of the first.
    const ids = [(await fulfill(receiver.url)).id];
    await deliver();
    ids.push((await fulfill(receiver.url)).id);
    await deliver();
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(ids);
    const event = await read(ids[1]);
    expect(event.attempts).toMatchObject([
      { response_status: null, error: expect.stringMatching(/could not be reached/) },
    ]);
    expect(event.delivery_state).toBe("pending");
  });

  it("stores the first 4 kB of a response as text", async () => {
    const body = Buffer.concat([Buffer.from([0, 0xff]), Buffer.from("é".repeat(100_000))]);
    const receiver = await open(() => ({ status: 400, body }));
    const { id } = await fulfill(receiver.url);
    await deliver();
    const [attempt] = (await read(id)).attempts;
    expect(attempt).toMatchObject({ response_status: 400, response_body: "é".repeat(2047) });
  });
});

describe("workers", () => {
  it("send each of many events once, however many claim at the same time", async () => {
    const receiver = await open();
    await Promise.all(Array.from({ length: 90 }, () => place(receiver.url)));
    await matchAll();
    // Asks for more than are due, so that all compete for the last ones.
    await Promise.all(Array.from({ length: 10 }, () => deliver({ limit: 30 })));
    await deliver({ limit: 90 });
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(90);
    expect(new Set(ids).size).toBe(90);
  });

  it("hold an order's event back while an earlier one is pending", async () => {
    const receiver = await open((nth) => ({ status: nth === 1 ? 500 : 200 }));
    const first = await fulfill(receiver.url);
    // Due long before the first one.
    const subject = { accountId: account.id, subjectId: first.order_id };
    await emitEvents({ ...systemContext(), now: new Date(0) }, [
      { ...subject, subaccountId: null, type: "order.cancelled", callbackUrl: receiver.url },
    ]);
    const where = { ...subject, sequence: 2 };
    const planted = await database().prisma.event.findFirstOrThrow({ where });
    await deliver();
    await deliver();
    await makeDue(first.id);
    await deliver();
    await deliver();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([first.id, first.id, planted.id]);
  });

  it("do not claim an event during its attempt, but do after it", async () => {
    const receiver = await open();
    const { id } = await fulfill(receiver.url);
    const [claimed] = await claimDeliveries(systemContext(), { limit: 10 });
    expect(claimed).toMatchObject({ eventId: id, attempt: 1 });
    const claimIn = (ms: number) =>
      claimDeliveries({ ...systemContext(), now: new Date(Date.now() + ms) }, { limit: 10 });
    expect(await claimIn(20_000)).toEqual([]);
    expect(await claimIn(30_000)).toMatchObject([{ eventId: id, attempt: 2 }]);
  });

  it.each([
    ["delivered", 200],
    ["pending", 500],
  ])("that come late keep their attempt, and leave an event %s", async (state, status) => {
    const late = Promise.withResolvers<{ status: number }>();
    const receiver = await open((nth) => (nth === 1 ? late.promise : { status }));
    const { id } = await fulfill(receiver.url);
    const slow = deliver();
    await expect.poll(() => receiver.received.length).toBe(1);
    // Ends its lease before its attempt ends.
    await makeDue(id);
    await deliver();
    late.resolve({ status: 410 });
    await slow;
    const event = await read(id);
    expect(event.delivery_state).toBe(state);
    expect(event.attempts).toMatchObject([
      { attempt: 1, response_status: 410 },
      { attempt: 2, response_status: status },
    ]);
  });
});
