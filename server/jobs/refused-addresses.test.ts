// Callbacks whose URL leads into this machine: the attempt says so, and nothing is connected to.
import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { matchOrders } from "#domain/orders";
import { call } from "#testing/api";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { openReceiver, type Receiver } from "#testing/receiver";
import { beginDeliveries } from "./deliver-events";

let canary: Receiver;

beforeAll(async () => {
  canary = await openReceiver();
});
afterAll(() => canary.close());

// As if a name that was public at placement led here by the time of the delivery.
it.each([
  ["https", "127.0.0.1", "private"],
  ["https", "[::ffff:127.0.0.1]", "private"],
  ["https", "0x7f000001", "private"],
  ["https", "localhost", "private"],
  ["http", "127.0.0.1", "https"],
])("never connects to %s://%s", async (scheme, host, told) => {
  const { token: key } = await makeAccount();
  const { portfolioId } = await makeStock();
  const config = { url: "https://93.184.215.14/callbacks" };
  const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: config };
  const { id: orderId } = (await call("POST", "/orders", { key, body })).json;
  await matchOrders(systemContext(), { database: database() });
  const callbackUrl = `${scheme}://${host}:${new URL(canary.url).port}/`;
  await database().prisma.event.updateMany({ where: { orderId }, data: { callbackUrl } });
  await Promise.all(await beginDeliveries());
  const [{ id }] = (await call("GET", "/events", { key })).json.data;
  const { json } = await call("GET", `/events/${id}`, { key });
  expect(json.delivery_state).toBe("pending");
  expect(json.attempts).toMatchObject([
    { attempt: 1, response_status: null, error: expect.stringContaining(told) },
  ]);
  expect(canary.connections()).toBe(0);
});
