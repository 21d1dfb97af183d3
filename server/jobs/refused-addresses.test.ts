import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll } from "#testing/factories";
import { startFakeDns } from "#testing/fake-dns";
import { openReceiver, type Receiver } from "#testing/receiver";
import { beginDeliveries } from "./deliver-events";

/** Looks public, but is in an unassigned block. */
const PUBLIC = "2d00::1";

let canary: Receiver;
let port: string;
let key: string;
let portfolioId: string;

beforeAll(async () => {
  canary = await openReceiver();
  ({ port } = new URL(canary.url));
  // Test accounts may call this machine if the installation runs on localhost.
  key = (await makeAccount("write", "live")).token;
  ({ portfolioId } = await makeStock({ mode: "live" }));
});
afterAll(() => canary.close());

/** Fulfills an order with this callback URL. */
async function fulfill(url: string): Promise<string> {
  const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: { url } };
  const { status, json } = await call("POST", "/orders", { key, body });
  expect(status).toBe(201);
  await matchAll();
  return json.id;
}

/** Sends due deliveries and expects the order's event to be refused without a request. */
async function expectRefusal(orderId: string, reason: string): Promise<void> {
  await Promise.all(await beginDeliveries());
  const [{ id, order_id }] = (await call("GET", "/events?limit=1", { key })).json.data;
  expect(order_id).toBe(orderId);
  const { json } = await call("GET", `/events/${id}`, { key });
  expect(json.delivery_state).toBe("pending");
  expect(json.attempts).toMatchObject([
    { attempt: 1, response_status: null, error: expect.stringContaining(reason) },
  ]);
  expect(canary.connections()).toBe(0);
}

// Skips the check at placement.
it.each([
  ["https", "127.0.0.1", "private"],
  ["https", "[::ffff:127.0.0.1]", "private"],
  ["https", "0x7f000001", "private"],
  ["https", "localhost", "private"],
  ["http", "127.0.0.1", "https"],
])("never connects to %s://%s", async (scheme, host, reason) => {
  const orderId = await fulfill("https://93.184.215.14/callbacks");
  const callbackUrl = `${scheme}://${host}:${port}/`;
  const { prisma } = database();
  const event = await prisma.event.findFirstOrThrow({ where: { subjectId: orderId } });
  await prisma.delivery.updateMany({ where: { eventId: event.id }, data: { callbackUrl } });
  await expectRefusal(orderId, reason);
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
  const lookups: string[] = [];
  const fakeDns = await startFakeDns((name) => {
    lookups.push(name);
    return addresses;
  });
  try {
    const orderId = await fulfill(`https://rebind.example:${port}/callbacks`);
    expect(lookups).toContain("rebind.example");
    lookups.splice(0);
    addresses = now;
    await expectRefusal(orderId, "leads to a private, loopback or link-local address");
    // It was looked up again for the connection.
    expect(lookups).toContain("rebind.example");
  } finally {
    fakeDns.close();
  }
});
