import { beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { beginDeliveries } from "#jobs/deliver-events";
import { verifyWebhook } from "#sdk";
import { call } from "#testing/api";
import { makeAccount, systemContext } from "#testing/factories";
import { deleteIdleListeners } from "./listeners";

let key: string;
let accountId: string;
let listener: { id: string; secret: string };

beforeEach(async () => {
  const holder = await makeAccount();
  [key, accountId] = [holder.token, holder.account.id];
  listener = await createListener();
});

async function createListener(body: object = {}) {
  const forward = { forward_to: "http://localhost:4000/hook", ...body };
  const { status, json } = await call("POST", "/listeners", { key, body: forward });
  expect(status).toBe(201);
  return json;
}

interface Polled {
  event_id: string;
  attempt: number;
  leased_until: string;
  headers: Record<string, string>;
  body: string;
}

async function poll(results: object[] = [], id = listener.id): Promise<Polled[]> {
  const { status, json } = await call("POST", `/listeners/${id}/poll`, { key, body: { results } });
  expect(status).toBe(200);
  return json.data;
}

const resultOf = ({ event_id, attempt, leased_until }: Polled, response_status: number | null) => ({
  ...{ event_id, attempt, leased_until, response_status },
  duration_ms: 12,
});

async function createSubaccount(name: string): Promise<string> {
  return (await call("POST", "/subaccounts", { key, body: { name } })).json.id;
}

async function deliveries() {
  const { json } = await call("GET", `/webhook-endpoints/${listener.id}/deliveries`, { key });
  return json.data;
}

it("leases signed events to the client, not to a worker, and records its results", async () => {
  await createSubaccount("First");
  await Promise.all(await beginDeliveries());
  const [polled, ...more] = await poll();
  if (!polled) throw new Error("nothing was polled");
  expect(more).toEqual([]);
  const { body, headers } = polled;
  const event = await verifyWebhook({ body, headers, secret: listener.secret });
  expect(event).toMatchObject({ id: polled.event_id, type: "subaccount.created" });
  expect(await poll()).toEqual([]);
  const result = { ...resultOf(polled, 200), response_body: "thanks" };
  expect(await poll([result])).toEqual([]);
  expect(await deliveries()).toMatchObject([
    {
      delivery_state: "delivered",
      attempts: [{ attempt: 1, response_status: 200, response_body: "thanks", duration_ms: 12 }],
    },
  ]);
});

it("gives an event again if its attempt fails, if it is resent, and if its lease ends", async () => {
  await createSubaccount("First");
  const [first] = await poll();
  if (!first) throw new Error("nothing was polled");
  expect(await poll([resultOf(first, 500)])).toEqual([]);
  expect(await deliveries()).toMatchObject([{ delivery_state: "pending", attempts: [{}] }]);
  const again = { key, body: { event_id: first.event_id } };
  await call("POST", `/webhook-endpoints/${listener.id}/redeliver`, again);
  const [second] = await poll();
  if (!second) throw new Error("nothing was polled");
  expect(second).toMatchObject({ event_id: first.event_id, attempt: 2 });
  // A late result of an attempt that ended changes nothing.
  await poll([resultOf(first, 204)]);
  expect(await deliveries()).toMatchObject([{ delivery_state: "pending" }]);
  const { delivery } = database().prisma;
  await delivery.updateMany({ where: { accountId }, data: { nextAttemptAt: new Date(0) } });
  const [third] = await poll();
  expect(third).toMatchObject({ event_id: first.event_id, attempt: 3 });
  await poll([resultOf(second, 204)]);
  expect(await deliveries()).toMatchObject([{ delivery_state: "pending" }]);
  if (third) await poll([resultOf(third, null)]);
  expect((await deliveries())[0].attempts.at(-1)).toMatchObject({ response_status: null });
});

it("gives a subject's events one after the other", async () => {
  const id = await createSubaccount("First");
  await call("PUT", `/subaccounts/${id}`, { key, body: { name: "Second" } });
  const [created, ...more] = await poll();
  expect(more).toEqual([]);
  if (!created) throw new Error("nothing was polled");
  const [updated] = await poll([resultOf(created, 204)]);
  expect(JSON.parse(updated?.body ?? "").type).toBe("subaccount.updated");
});

it("is not any webhook endpoint, and of test accounts only", async () => {
  const endpoint = { url: "https://93.184.215.14/hook", event_types: ["order.fulfilled"] };
  const { json } = await call("POST", "/webhook-endpoints", { key, body: endpoint });
  expect((await call("POST", `/listeners/${json.id}/poll`, { key, body: {} })).status).toBe(404);
  const live = await makeAccount("write", "live");
  const body = { forward_to: "http://localhost:4000/hook" };
  const refused = await call("POST", "/listeners", { key: live.token, body });
  expect(refused.json.title).toBe("Only test accounts have listeners");
});

it("is a webhook endpoint of its own kind", async () => {
  const path = `/webhook-endpoints/${listener.id}`;
  const { json } = await call("GET", path, { key });
  expect(json).toMatchObject({ kind: "listener", url: "http://localhost:4000/hook" });
});

it("is deleted after an hour without polls, and there are at most 20", async () => {
  for (let count = 1; count < 20; count += 1) await createListener();
  const body = { forward_to: "http://localhost:4000/hook" };
  expect((await call("POST", "/listeners", { key, body })).status).toBe(409);
  await createSubaccount("First");
  const past = { lastPolledAt: new Date(Date.now() - 3_700_000) };
  const where = { accountId, id: listener.id };
  await database().prisma.webhookEndpoint.updateMany({ where, data: past });
  expect(await deleteIdleListeners(systemContext())).toBe(1);
  expect((await call("POST", `/listeners/${listener.id}/poll`, { key, body: {} })).status).toBe(
    404,
  );
  const own = { accountId, receiver: listener.id };
  expect(await database().prisma.delivery.findMany({ where: own })).toMatchObject([
    { state: "cancelled" },
  ]);
  await createListener();
});
