import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { claimDeliveries, recordAttempts } from "#domain/events";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";

let account: Awaited<ReturnType<typeof makeAccount>>["account"];
let key: string;
let portfolioId: string;

const callbackUrl = "https://93.184.215.14/callbacks";

/**
 * Fulfills orders one at a time, so that their events are in order. Returns their ids, oldest
 * first.
 */
async function fulfillOrders(count: number, withCallback = true): Promise<string[]> {
  const ids: string[] = [];
  const config = withCallback ? { notification_config: { url: callbackUrl } } : {};
  for (let nth = 0; nth < count; nth += 1) {
    const body = { amount_kg: 1, portfolio_id: portfolioId, ...config };
    ids.push((await call("POST", "/orders", { key, body })).json.id);
    await matchAll();
  }
  return ids;
}

const eventOf = async (orderId: string | undefined) => {
  const { json } = await call("GET", "/events?limit=100", { key });
  return json.data.find((it: { order_id: string }) => it.order_id === orderId);
};

beforeAll(async () => {
  ({ account, token: key } = await makeAccount());
  ({ portfolioId } = await makeStock());
});

describe("GET /events/{id}", () => {
  it("returns an event of an order without a callback URL as one without receivers", async () => {
    const [orderId] = await fulfillOrders(1, false);
    const listed = await eventOf(orderId);
    expect(listed).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "order.fulfilled",
      created_on: expect.stringMatching(/Z$/),
      subject_type: "order",
      subject_id: orderId,
      order_id: orderId,
      callback_url: null,
      delivery_state: "none",
      next_attempt_on: null,
    });
    const response = await call("GET", `/events/${listed.id}`, { key });
    expect(response.json).toEqual({ ...listed, attempts: [], deliveries: [] });
  });

  it("includes a cancellation", async () => {
    const body = { amount_kg: 900_000_000, portfolio_id: portfolioId };
    const order = await call("POST", "/orders", { key, body });
    await call("POST", `/orders/${order.json.id}/cancel`, { key });
    expect(await eventOf(order.json.id)).toMatchObject({ type: "order.cancelled" });
  });
});

describe("POST /events/{id}/redeliver", () => {
  const attemptWith = (responseStatus: number) => ({
    attemptedAt: new Date(),
    durationMs: 12,
    responseStatus,
    responseBody: "thanks",
    error: null,
  });

  async function attemptAll(status: number): Promise<void> {
    const ctx = systemContext();
    for (const delivery of await claimDeliveries(ctx, { limit: 100 })) {
      await recordAttempts(ctx, [{ delivery, attempt: attemptWith(status) }]);
    }
  }

  it.each([
    ["delivered", 204],
    ["failed", 410],
    ["pending", 500],
  ])("makes a %s event due now, and keeps its attempts", async (state, status) => {
    const [orderId] = await fulfillOrders(1);
    await attemptAll(status);
    const { id } = await eventOf(orderId);
    const before = await call("GET", `/events/${id}`, { key });
    expect(before.json.delivery_state).toBe(state);
    const sentAt = Date.now();
    const response = await call("POST", `/events/${id}/redeliver`, { key });
    expect(response.status).toBe(200);
    const due = { delivery_state: "pending", next_attempt_on: expect.any(String) };
    const attempts = [
      expect.objectContaining({ attempt: 1, response_status: status, error: null }),
    ];
    expect(response.json).toEqual({
      ...before.json,
      ...due,
      attempts,
      deliveries: [{ webhook_endpoint_id: null, ...due, attempts }],
    });
    const dueAt = Date.parse(response.json.next_attempt_on);
    expect(dueAt).toBeGreaterThanOrEqual(sentAt);
    expect(dueAt).toBeLessThanOrEqual(Date.now());
    expect((await call("GET", `/events/${id}`, { key })).json).toEqual(response.json);
    await attemptAll(200);
    const after = await call("GET", `/events/${id}`, { key });
    expect(after.json).toMatchObject({ delivery_state: "delivered", next_attempt_on: null });
    expect(after.json.attempts.map((it: { attempt: number }) => it.attempt)).toEqual([1, 2]);
  });

  it("gives a failed event all its retries again", async () => {
    const [orderId] = await fulfillOrders(1);
    const { id } = await eventOf(orderId);
    const where = { accountId: account.id, eventId: id };
    await database().prisma.delivery.updateMany({ where, data: { failedAttempts: 9 } });
    await attemptAll(500);
    expect(await eventOf(orderId)).toMatchObject({ delivery_state: "failed" });
    await call("POST", `/events/${id}/redeliver`, { key });
    const from = Date.now();
    await attemptAll(500);
    const to = Date.now();
    const event = await eventOf(orderId);
    expect(event.delivery_state).toBe("pending");
    const dueAt = Date.parse(event.next_attempt_on);
    expect(dueAt - from).toBeGreaterThan(0);
    expect(dueAt - to).toBeLessThan(6000);
  });
});
