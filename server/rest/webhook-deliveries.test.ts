import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { call } from "#testing/api";
import { booksOf, letTimePass, openSession, pay } from "#testing/checkout";
import { makeStock } from "#testing/factories";
import { withPrivateNetwork } from "#testing/settings";
import { bodiesOf, deliver, typesOf, WebhookAccount } from "#testing/webhook-account";

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

describe("deliveries", () => {
  it("are listed by state and page, and sent again to a single receiver", async () => {
    const [first, second] = [await hooks.open(() => ({ status: 410 })), await hooks.open()];
    const types = ["subaccount.created"];
    const endpoint = await hooks.create(first.url, types);
    await hooks.create(second.url, types);
    for (let nth = 0; nth < 3; nth += 1) await hooks.addSubaccount();
    await deliver();
    const page = await hooks.deliveriesOf(endpoint.id, "?limit=2&delivery_state=failed");
    expect([page.data.length, page.has_more]).toEqual([2, true]);
    const rest = await hooks.deliveriesOf(endpoint.id, `?starting_after=${page.data[1].id}`);
    expect([rest.data.length, rest.has_more]).toEqual([1, false]);
    expect(rest.data[0]).toMatchObject({
      delivery_state: "failed",
      attempts: [{ attempt: 1, response_status: 410 }],
    });
    const path = `/webhook-endpoints/${endpoint.id}/redeliver`;
    const again = await call("POST", path, { key: hooks.key, body: { event_id: rest.data[0].id } });
    expect(again.json).toMatchObject({ id: rest.data[0].id, delivery_state: "pending" });
    await deliver();
    expect([first.received.length, second.received.length]).toEqual([4, 3]);
    const hour = 3_600_000;
    const body = {
      from: new Date(Date.now() - hour).toISOString(),
      webhook_endpoint_id: endpoint.id,
    };
    const { json } = await call("POST", "/events/redeliver", { key: hooks.key, body });
    expect(json).toEqual({ redelivered: 3, has_more: false });
  });

  it("reject the cursor of another endpoint's delivery, as one that never existed", async () => {
    const types = ["subaccount.created"];
    const ownEndpoint = await hooks.create("https://93.184.215.14/hook", ["order.cancelled"]);
    const other = await hooks.create("https://93.184.215.14/other", types);
    await hooks.addSubaccount();
    const [{ id }] = (await hooks.deliveriesOf(other.id)).data;
    for (const cursor of [id, "evt_nowhere"]) {
      const path = `/webhook-endpoints/${ownEndpoint.id}/deliveries?ending_before=${cursor}`;
      const { status, json } = await call("GET", path, { key: hooks.key });
      expect([status, Object.keys(json.errors)]).toEqual([400, ["ending_before"]]);
    }
  });

  it("can be created for events from before the endpoint", async () => {
    const id = await hooks.addSubaccount();
    const receiver = await hooks.open();
    const endpoint = await hooks.create(receiver.url, ["order.fulfilled"]);
    const events = await call("GET", "/events?type=subaccount.created", { key: hooks.key });
    const [event] = events.json.data;
    expect(event).toMatchObject({ subject_id: id, order_id: null, delivery_state: "none" });
    const body = { event_id: event.id };
    await call("POST", `/webhook-endpoints/${endpoint.id}/redeliver`, { key: hooks.key, body });
    await deliver();
    expect(typesOf(receiver)).toEqual(["subaccount.created"]);
  });
});

describe("what is sent to webhook endpoints", () => {
  it("includes checkout sessions that expired", async () => {
    const receiver = await hooks.open();
    await hooks.create(receiver.url, ["checkout_session.expired"]);
    const body = {
      amount_kg: 50,
      portfolio_id: portfolioId,
      success_url: "https://shop.example/thanks",
      cancel_url: "https://shop.example/basket",
    };
    const { json: session } = await call("POST", "/checkout/sessions", { key: hooks.key, body });
    await call("POST", `/checkout/sessions/${session.id}/expire`, { key: hooks.key });
    await deliver();
    const { json: expired } = await call("GET", `/checkout/sessions/${session.id}`, {
      key: hooks.key,
    });
    expect(bodiesOf(receiver)).toMatchObject([
      { type: "checkout_session.expired", checkout_session: expired },
    ]);
  });

  it("includes the completed session and the refund of its cancelled order", async () => {
    const receiver = await hooks.open();
    const types = ["checkout_session.completed", "payment.refunded"];
    const { secret } = await hooks.create(receiver.url, types);
    const { id } = await openSession({ account: hooks.account, portfolioId });
    await pay(id);
    await deliver();
    const read = async (path: string) => (await call("GET", path, { key: hooks.key })).json;
    const completed = await read(`/checkout/sessions/${id}`);
    const orderId = (await booksOf(id)).session.orderId;
    await call("POST", `/orders/${orderId}/cancel`, { key: hooks.key });
    await letTimePass(id);
    await deliver();
    expect(bodiesOf(receiver)).toMatchObject([
      { type: "checkout_session.completed", checkout_session: completed },
      {
        type: "payment.refunded",
        payment: {
          checkout_session_id: id,
          order_id: orderId,
          state: "refunded",
          amount_usd_cents: 300,
          refunded_usd_cents: 300,
        },
      },
    ]);
    for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);
  });

  it("includes no event twice, however many changes there are at once", async () => {
    const receiver = await hooks.open();
    await hooks.create(receiver.url, ["subaccount.updated"]);
    const id = await hooks.addSubaccount();
    await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        call("PUT", `/subaccounts/${id}`, { key: hooks.key, body: { name: `Name ${nth}` } }),
      ),
    );
    for (let round = 0; round < 9; round += 1) await deliver();
    expect(receiver.received).toHaveLength(8);
    const rows = await database().prisma.event.findMany({
      where: { accountId: hooks.account.id, subjectId: id },
      orderBy: { sequence: "asc" },
    });
    expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("can be tried with an example of each type", async () => {
    const receiver = await hooks.open();
    const types = ["order.fulfilled", "payment.refunded", "checkout_session.completed"];
    const { id, secret } = await hooks.create(receiver.url, types);
    const path = `/webhook-endpoints/${id}/test`;
    for (const body of [{}, { type: "payment.refunded" }, { type: "subaccount.deleted" }]) {
      const { status, json } = await call("POST", path, { key: hooks.key, body });
      expect([status, json.delivered]).toEqual([200, true]);
    }
    expect(typesOf(receiver)).toEqual([
      "order.fulfilled",
      "payment.refunded",
      "subaccount.deleted",
    ]);
    for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);
  });
});
