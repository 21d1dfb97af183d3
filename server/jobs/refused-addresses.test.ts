import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { call } from "#testing/api";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { startFakeDns } from "#testing/fake-dns";
import { openReceiver, type Receiver } from "#testing/receiver";
import { beginDeliveries } from "./deliver-events";

/** Public by its form, in a block that is given to nobody. */
const PUBLIC = "2d00::1";

let canary: Receiver;
let port: string;
let key: string;
let portfolioId: string;

beforeAll(async () => {
  canary = await openReceiver();
  ({ port } = new URL(canary.url));
  // A test account may call this machine where the installation runs on the caller's own.
  key = (await makeAccount("write", "live")).token;
  ({ portfolioId } = await makeStock({ mode: "live" }));
});
afterAll(() => canary.close());

/** A fulfilled order that is to be told of at the URL. */
async function fulfil(url: string): Promise<string> {
  const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: { url } };
  const { status, json } = await call("POST", "/orders", { key, body });
  expect(status).toBe(201);
  await matchOrders(systemContext(), { database: database() });
  return json.id;
}

/** Sends what is due; the order's event is then refused with these words, and nobody was reached. */
async function expectRefusal(orderId: string, told: string): Promise<void> {
  await Promise.all(await beginDeliveries());
  const [{ id, order_id }] = (await call("GET", "/events?limit=1", { key })).json.data;
  expect(order_id).toBe(orderId);
  const { json } = await call("GET", `/events/${id}`, { key });
  expect(json.delivery_state).toBe("pending");
  expect(json.attempts).toMatchObject([
    { attempt: 1, response_status: null, error: expect.stringContaining(told) },
  ]);
  expect(canary.connections()).toBe(0);
}

// As if the URL had come by without the check at placement.
it.each([
  ["https", "127.0.0.1", "private"],
  ["https", "[::ffff:127.0.0.1]", "private"],
  ["https", "0x7f000001", "private"],
  ["https", "localhost", "private"],
  ["http", "127.0.0.1", "https"],
])("never connects to %s://%s", async (scheme, host, told) => {
  const orderId = await fulfil("https://93.184.215.14/callbacks");
  const callbackUrl = `${scheme}://${host}:${port}/`;
  const { prisma } = database();
  const event = await prisma.event.findFirstOrThrow({ where: { subjectId: orderId } });
  await prisma.delivery.updateMany({ where: { eventId: event.id }, data: { callbackUrl } });
  await expectRefusal(orderId, told);
});

it.each([
  ["loopback", ["127.0.0.1"]],
  ["loopback by IPv6", ["::1"]],
  ["loopback as mapped into IPv6", ["::ffff:127.0.0.1"]],
  ["a private network", ["10.0.0.1"]],
  ["the cloud's metadata", ["169.254.169.254"]],
  ["a public address and loopback", [PUBLIC, "127.0.0.1"]],
])("never connects to a name that was public at placement and now leads to %s", async (_, now) => {
  let addresses: readonly string[] = [PUBLIC];
  const asked: string[] = [];
  const fakeDns = await startFakeDns((name) => {
    asked.push(name);
    return addresses;
  });
  try {
    const orderId = await fulfil(`https://rebind.example:${port}/callbacks`);
    expect(asked).toContain("rebind.example");
    asked.splice(0);
    addresses = now;
    await expectRefusal(orderId, "leads to a private, loopback or link-local address");
    // It was looked up anew for the connection.
    expect(asked).toContain("rebind.example");
  } finally {
    fakeDns.close();
  }
});
