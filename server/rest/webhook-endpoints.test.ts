// Webhook endpoints as receivers get their events: real requests to a real server on loopback.
import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { newId } from "#core/id";
import { beginDeliveries } from "#jobs/deliver-events";
import { call } from "#testing/api";
import { makeStock, matchAll } from "#testing/factories";
import { withPrivateNetwork } from "#testing/settings";
import { bodiesOf, deliver, passTime, typesOf, WebhookAccount } from "#testing/webhook-account";

withPrivateNetwork();

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock());
});

let hooks: WebhookAccount;
beforeEach(async () => {
  hooks = await WebhookAccount.make();
});
afterEach(() => hooks.close());

async function place(more: object = {}, subaccount?: string): Promise<string> {
  const body = { amount_kg: 1, portfolio_id: portfolioId, ...more };
  const headers: Record<string, string> = subaccount ? { "x-subaccount-id": subaccount } : {};
  return (await call("POST", "/orders", { key: hooks.key, body, headers })).json.id;
}

describe("a webhook endpoint", () => {
  it("gets the events of its types in addition to the callback URL, signed with its own secret", async () => {
    const [callback, matching, other] = [
      await hooks.open(),
      await hooks.open(),
      await hooks.open(),
    ];
    const endpoint = await hooks.create(matching.url, ["order.fulfilled"]);
    await hooks.create(other.url, ["order.cancelled"]);
    const id = await place({ notification_config: { url: callback.url } });
    await matchAll();
    await deliver();
    const { json: order } = await call("GET", `/orders/${id}`, { key: hooks.key });
    expect(bodiesOf(matching)).toEqual(bodiesOf(callback));
    expect(bodiesOf(matching)[0]).toMatchObject({ type: "order.fulfilled", order });
    expect(other.received).toEqual([]);
    const [request] = matching.received;
    if (!request) throw new Error("nothing was received");
    new Webhook(endpoint.secret).verify(request.body, request.headers);
    const { json: secrets } = await call("GET", "/webhook-secrets", { key: hooks.key });
    const own = new Webhook(secrets.data[0].secret);
    expect(() => own.verify(request.body, request.headers)).toThrow("No matching signature");
    const event = (await call("GET", "/events?limit=1", { key: hooks.key })).json.data[0];
    const { json } = await call("GET", `/events/${event.id}`, { key: hooks.key });
    expect(json).toMatchObject({ delivery_state: "delivered", callback_url: callback.url });
    expect(
      json.deliveries.map((it: { webhook_endpoint_id: string }) => it.webhook_endpoint_id),
    ).toEqual([null, endpoint.id]);
  });

  it("returns its secret once, and signs with both during a rotation", async () => {
    const receiver = await hooks.open();
    const { id, secret } = await hooks.create(receiver.url, ["subaccount.created"]);
    const read = await call("GET", `/webhook-endpoints/${id}`, { key: hooks.key });
    expect(read.text).not.toContain("whsec_");
    expect((await call("GET", "/webhook-endpoints", { key: hooks.key })).text).not.toContain(
      "whsec_",
    );
    const rotated = await call("POST", `/webhook-endpoints/${id}/secret`, {
      key: hooks.key,
      body: {},
    });
    expect(rotated.status).toBe(201);
    expect(rotated.json.secret).not.toBe(secret);
    await hooks.addSubaccount();
    await deliver();
    const [request] = receiver.received;
    if (!request) throw new Error("nothing was received");
    for (const one of [secret, rotated.json.secret]) {
      new Webhook(one).verify(request.body, request.headers);
    }
    const leaked = { overlap_hours: 0 };
    const last = await call("POST", `/webhook-endpoints/${id}/secret`, {
      key: hooks.key,
      body: leaked,
    });
    await hooks.addSubaccount();
    await deliver();
    const next = receiver.received[1];
    if (!next) throw new Error("nothing was received");
    new Webhook(last.json.secret).verify(next.body, next.headers);
    expect(() => new Webhook(rotated.json.secret).verify(next.body, next.headers)).toThrow();
  });

  it("that is deleted while its secret is rotated is gone, without a server error", async () => {
    const { url } = await hooks.open();
    for (let round = 0; round < 5; round += 1) {
      const { id } = await hooks.create(url, ["order.fulfilled"]);
      const path = `/webhook-endpoints/${id}`;
      const rotate = () => call("POST", `${path}/secret`, { key: hooks.key, body: {} });
      const [one, deleted, other] = await Promise.all([
        rotate(),
        call("DELETE", path, { key: hooks.key }),
        rotate(),
      ]);
      expect(deleted.status).toBe(204);
      for (const { status } of [one, other]) expect([201, 404, 409]).toContain(status);
      expect(await database().prisma.webhookSecret.count({ where: { endpointId: id } })).toBe(0);
    }
  });

  it("is one of at most 50, even if the last is created twice at the same time", async () => {
    const { id: accountId } = hooks.account;
    const url = "https://93.184.215.14/hook";
    await database().prisma.webhookEndpoint.createMany({
      data: Array.from({ length: 49 }, () => ({
        accountId,
        id: newId("webhookEndpoint"),
        url,
        eventTypes: ["order.fulfilled"],
        isEnabled: false,
        createdAt: new Date(),
      })),
    });
    const body = { url, event_types: ["order.fulfilled"] };
    const create = () => call("POST", "/webhook-endpoints", { key: hooks.key, body });
    const responses = await Promise.all([create(), create(), create(), create()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await database().prisma.webhookEndpoint.count({ where: { accountId } })).toBe(50);
  });

  it("receives changes of subaccounts in order, each as it was then", async () => {
    const receiver = await hooks.open((nth) => ({ status: nth === 1 ? 500 : 200 }));
    const types = ["subaccount.created", "subaccount.updated", "subaccount.deleted"];
    await hooks.create(receiver.url, types);
    const id = await hooks.addSubaccount("One");
    await call("PUT", `/subaccounts/${id}`, { key: hooks.key, body: { name: "Two" } });
    await call("DELETE", `/subaccounts/${id}`, { key: hooks.key });
    for (let round = 0; round < 5; round += 1) {
      await deliver();
      await passTime();
    }
    expect(bodiesOf(receiver).map(({ type, subaccount }) => [type, subaccount.name])).toEqual([
      ["subaccount.created", "One"],
      ["subaccount.created", "One"],
      ["subaccount.updated", "Two"],
      ["subaccount.deleted", "Two"],
    ]);
  });

  it("limited to a subaccount gets nothing of others, but its deletion", async () => {
    const [matching, all] = [await hooks.open(), await hooks.open()];
    const [one, two] = [await hooks.addSubaccount("One"), await hooks.addSubaccount("Two")];
    const types = ["order.fulfilled", "subaccount.updated", "subaccount.deleted"];
    await hooks.create(matching.url, types, { subaccount_id: one });
    await hooks.create(all.url, types);
    for (const subaccount of [one, two, undefined]) await place({}, subaccount);
    await matchAll();
    await call("PUT", `/subaccounts/${two}`, { key: hooks.key, body: { name: "Three" } });
    await deliver();
    expect(bodiesOf(matching).map(({ order }) => order.subaccount_id)).toEqual([one]);
    expect(all.received).toHaveLength(4);
    const three = await hooks.addSubaccount("Three");
    await hooks.create(matching.url, types, { subaccount_id: three });
    await call("DELETE", `/subaccounts/${three}`, { key: hooks.key });
    await deliver();
    expect(typesOf(matching).at(-1)).toBe("subaccount.deleted");
  });

  it("that was disabled or deleted gets no more events, even pending ones", async () => {
    const [gone, active] = [await hooks.open(), await hooks.open()];
    const types = ["subaccount.created"];
    const [disabled, deleted, paused] = [
      await hooks.create(gone.url, types),
      await hooks.create(gone.url, types),
      await hooks.create(gone.url, types),
    ];
    await hooks.create(active.url, types);
    await hooks.addSubaccount();
    const body = { url: gone.url, event_types: types, enabled: false };
    await call("PUT", `/webhook-endpoints/${paused.id}`, { key: hooks.key, body });
    const stateOf = async (id: string) => (await hooks.deliveriesOf(id)).data[0].delivery_state;
    expect(await stateOf(paused.id)).toBe("cancelled");
    // As if the request had died before it cancelled the pending deliveries.
    const { delivery, webhookEndpoint } = database().prisma;
    await webhookEndpoint.deleteMany({ where: { id: deleted.id } });
    await webhookEndpoint.updateMany({
      where: { id: disabled.id },
      data: { isEnabled: false },
    });
    await hooks.addSubaccount();
    await deliver();
    expect(gone.connections()).toBe(0);
    expect(active.received).toHaveLength(2);
    expect(await stateOf(disabled.id)).toBe("cancelled");
    expect(await delivery.count({ where: { state: "pending" } })).toBe(0);
  });

  it("gets pending events at its new URL", async () => {
    const [old, moved] = [await hooks.open(() => ({ status: 500 })), await hooks.open()];
    const { id } = await hooks.create(old.url, ["subaccount.created"]);
    await hooks.addSubaccount();
    await deliver();
    const body = { url: moved.url, event_types: ["subaccount.created"] };
    await call("PUT", `/webhook-endpoints/${id}`, { key: hooks.key, body });
    await passTime();
    await deliver();
    expect([old.received.length, moved.received.length]).toEqual([1, 1]);
  });

  it("that hangs doesn't delay others, even on its own host", async () => {
    const slow = await hooks.open(() => "nothing");
    const types = ["subaccount.created"];
    await hooks.create(slow.url, types);
    const { origin } = new URL(slow.url);
    // The same host and port, but another endpoint with its own lane.
    await hooks.create(`${origin}/other`, types);
    const quick = await hooks.open();
    await hooks.create(quick.url, types);
    for (let nth = 0; nth < 6; nth += 1) await hooks.addSubaccount();
    const attempts = await beginDeliveries({ limit: 9, perLane: 3, timeoutMs: 500 });
    expect(attempts).toHaveLength(9);
    await expect.poll(() => quick.received.length).toBe(3);
    await expect.poll(() => slow.received.length).toBe(6);
    await Promise.all(attempts);
  });
});
