// Dashboard and API do the same: each pair of actions leaves the same audit entry, but for the
// actor, and the same events.
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { isUsed, modules } from "#modules";
import { endpoints } from "#rest/registry";
import { call } from "#testing/api";
import { openReceiver, type Receiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { failDeliveries, makeWorld, newLink, type World } from "#testing/world-of-account";

withPrivateNetwork();

let receiver: Receiver;
/** Two accounts with the same objects; the API acts on the first, the dashboard on the second. */
let [first, second]: World[] = [];
let picture: Buffer<ArrayBuffer>;

/** Replaces ids by their kind, since no two accounts share an id. */
const anonymous = (values: unknown[]) =>
  JSON.parse(
    JSON.stringify(values).replace(/\b([a-z]+)_(test_)?[0-9a-hjkmnp-tv-z]{26}\b/g, "$1_$2…"),
  ) as unknown[];

/** Audit log and events of an account, without actors and times. */
async function recordOf({ account }: World) {
  const { prisma } = database();
  const where = { accountId: account.id };
  const entries = await prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  const events = await prisma.event.findMany({ where, orderBy: { id: "asc" } });
  const deliveries = await prisma.delivery.findMany({
    where,
    orderBy: [{ eventId: "asc" }, { receiver: "asc" }],
  });
  return {
    actors: entries.map(({ actorType }) => actorType),
    actions: anonymous(entries.map(({ action, subjectId, data }) => ({ action, subjectId, data }))),
    events: anonymous(
      events.map(({ type, subjectId, sequence }) => ({ type, subjectId, sequence })),
    ),
    deliveries: anonymous(
      deliveries.map(({ receiver, callbackUrl, state, failedAttempts }) => ({
        ...{ receiver, callbackUrl, state, failedAttempts },
      })),
    ),
  };
}

interface Action {
  /** The API operation, as listed in its registry. */
  api: string;
  byApi(world: World): Promise<{ status: number }>;
  byDashboard(world: World): Promise<unknown>;
}

const upload = ({ subaccount, token }: World) =>
  call("PUT", `/subaccounts/${subaccount}/logo`, {
    key: token,
    raw: picture,
    headers: { "content-type": "image/png" },
  });
const today = Math.floor(Date.now() / 86_400_000);
const dayAt = (days: number) => new Date((today + days) * 86_400_000).toISOString();
const stretch = { from: dayAt(-1), to: dayAt(2) };
const hook = () => ({ url: receiver.url, event_types: ["order.fulfilled" as const] });
const disabled = () => ({ ...hook(), enabled: false });
const refund = { amount: 20, reason: "Ordered twice" };
const page = { enabled: false, enabled_equivalents: ["cars" as const], listed: false };

const sale = () => ({
  amount_kg: 100,
  success_url: "https://shop.example/thanks",
  cancel_url: "https://shop.example",
});

const paused = { name: "Journey", state: "paused" as const, suggested_kg: [10] };

const ofModule = (name: string, list: Action[]) => (isUsed(name) ? list : []);

/** In an order in which each has what it needs. */
const actions: Action[] = [
  ...ofModule("links", [
    {
      api: "POST /payment-links",
      byApi: ({ api }) => api("POST", "/payment-links", newLink()),
      byDashboard: ({ caller }) => caller.links.create(newLink()),
    },
    {
      api: "PUT /payment-links/{id}",
      byApi: ({ api, link }) => api("PUT", `/payment-links/${link}`, paused),
      byDashboard: ({ caller, link: id }) => caller.links.update({ id, ...paused, opened: {} }),
    },
  ]),
  {
    api: "POST /subaccounts",
    byApi: ({ api }) => api("POST", "/subaccounts", { name: "Hillside" }),
    byDashboard: ({ caller }) => caller.subaccounts.create({ name: "Hillside" }),
  },
  {
    api: "PUT /subaccounts/{id}",
    byApi: ({ api, subaccount }) => api("PUT", `/subaccounts/${subaccount}`, { name: "Lake" }),
    byDashboard: ({ caller, subaccount: id }) =>
      caller.subaccounts.update({ id, name: "Lake", opened: {} }),
  },
  {
    api: "PUT /subaccounts/{id}/logo",
    byApi: upload,
    byDashboard: ({ caller, subaccount: id }) =>
      caller.subaccounts.setLogo({
        id,
        contentType: "image/png",
        bytes: picture.toString("base64"),
      }),
  },
  {
    api: "DELETE /subaccounts/{id}/logo",
    byApi: ({ api, subaccount }) => api("DELETE", `/subaccounts/${subaccount}/logo`),
    byDashboard: ({ caller, subaccount: id }) => caller.subaccounts.removeLogo({ id }),
  },
  {
    api: "POST /orders/{id}/cancel",
    byApi: ({ api, order }) => api("POST", `/orders/${order}/cancel`),
    byDashboard: ({ caller, order: id }) => caller.orders.cancel({ id }),
  },
  {
    api: "POST /checkout/sessions/{id}/refunds",
    byApi: ({ api, session }) => api("POST", `/checkout/sessions/${session}/refunds`, refund),
    byDashboard: ({ caller, session: id }) => caller.checkout.refund({ id, ...refund }),
  },
  {
    api: "PUT /impact/hosted-page-config",
    byApi: ({ api }) => api("PUT", "/impact/hosted-page-config", page),
    byDashboard: ({ caller }) =>
      caller.impact.setPage({ ...page, subaccount_id: null, opened: {} }),
  },
  {
    api: "POST /events/{id}/redeliver",
    byApi: ({ api, event }) => api("POST", `/events/${event}/redeliver`),
    byDashboard: ({ caller, event: id }) => caller.webhooks.redeliver({ id }),
  },
  {
    api: "POST /events/redeliver",
    byApi: ({ api }) => api("POST", "/events/redeliver", stretch),
    byDashboard: ({ caller }) => caller.webhooks.redeliverAll(stretch),
  },
  {
    api: "POST /webhook-test",
    byApi: ({ api }) => api("POST", "/webhook-test", { url: receiver.url }),
    byDashboard: ({ caller }) => caller.webhooks.sendTest({ url: receiver.url }),
  },
  {
    api: "POST /webhook-secrets",
    byApi: ({ api }) => api("POST", "/webhook-secrets", { overlap_hours: 2 }),
    byDashboard: ({ caller }) => caller.webhooks.rotateSecret({ overlap_hours: 2 }),
  },
  {
    api: "POST /webhook-endpoints",
    byApi: ({ api }) => api("POST", "/webhook-endpoints", hook()),
    byDashboard: ({ caller }) => caller.webhookEndpoints.create(hook()),
  },
  {
    api: "POST /webhook-endpoints/{id}/secret",
    byApi: ({ api, endpoint }) => api("POST", `/webhook-endpoints/${endpoint}/secret`, {}),
    byDashboard: ({ caller, endpoint: id }) => caller.webhookEndpoints.rotateSecret({ id }),
  },
  {
    api: "POST /webhook-endpoints/{id}/test",
    byApi: ({ api, endpoint }) => api("POST", `/webhook-endpoints/${endpoint}/test`, {}),
    byDashboard: ({ caller, endpoint: id }) => caller.webhookEndpoints.sendTest({ id }),
  },
  {
    api: "POST /webhook-endpoints/{id}/redeliver",
    byApi: ({ api, endpoint, event }) =>
      api("POST", `/webhook-endpoints/${endpoint}/redeliver`, { event_id: event }),
    byDashboard: ({ caller, endpoint: id, event }) =>
      caller.webhookEndpoints.redeliver({ id, event_id: event }),
  },
  {
    api: "POST /checkout/sessions",
    byApi: ({ api }) => api("POST", "/checkout/sessions", sale()),
    byDashboard: ({ caller }) => caller.checkout.create(sale()),
  },
  {
    api: "PUT /webhook-endpoints/{id}",
    byApi: ({ api, endpoint }) => api("PUT", `/webhook-endpoints/${endpoint}`, disabled()),
    byDashboard: ({ caller, endpoint: id }) =>
      caller.webhookEndpoints.update({ id, ...disabled(), opened: {} }),
  },
  {
    api: "DELETE /webhook-endpoints/{id}",
    byApi: ({ api, endpoint }) => api("DELETE", `/webhook-endpoints/${endpoint}`),
    byDashboard: ({ caller, endpoint: id }) => caller.webhookEndpoints.delete({ id }),
  },
  {
    api: "DELETE /subaccounts/{id}",
    byApi: ({ api, subaccount }) => api("DELETE", `/subaccounts/${subaccount}`),
    byDashboard: ({ caller, subaccount: id }) => caller.subaccounts.delete({ id }),
  },
];

/** API operations without a screen on purpose: only programs use them. */
const forPrograms = [
  "POST /orders/ride",
  "POST /orders/checkout-session",
  "POST /subaccounts/{id}/logo",
  // All changes that these modules offer.
  ...modules
    .filter(({ name }) => ["listeners", "reservations"].includes(name))
    .flatMap(({ endpoints = [] }) => endpoints.filter(({ method }) => method !== "GET"))
    .map(({ method, path }) => `${method} ${path}`),
];
/** The order of an API key is its own record: see server/trpc/new-orders.test.ts. */
const withoutEntry = ["POST /orders"];
/** Both call one function, and the account of the record is another then: see server/rest/sandbox.test.ts. */
const replacesAccount = ["POST /test/reset"];
/** Move these above once a screen has them. */
const withoutScreen = ["POST /checkout/sessions/{id}/expire"];

beforeAll(async () => {
  receiver = await openReceiver();
  const shape = { width: 8, height: 8, channels: 3, background: "#0d5c41" } as const;
  picture = await sharp({ create: shape }).png().toBuffer();
  [first, second] = [await makeWorld(receiver.url), await makeWorld(receiver.url)];
});
afterAll(() => receiver.close());

describe("the dashboard and the API", () => {
  it("are compared here for every change that the API can make", () => {
    const changes = endpoints
      .filter(({ access, method }) => access === "write" && method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
    const listed = [
      ...actions.map(({ api }) => api),
      ...forPrograms,
      ...withoutEntry,
      ...replacesAccount,
      ...withoutScreen,
    ];
    expect(listed.sort()).toEqual(changes.sort());
  });

  it("refuse another account's subaccount in both", async () => {
    const [own, other] = [first, second] as [World, World];
    const input = { ...page, subaccount_id: other.subaccount };
    const before = await recordOf(own);
    await expect(own.caller.impact.setPage({ ...input, opened: {} })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await recordOf(own)).toEqual(before);
  });

  it.each(actions)("$api leaves the same record from API and dashboard", async (action) => {
    const [own, other] = [first, second] as [World, World];
    for (const world of [own, other]) await failDeliveries(world);
    const [before, otherBefore] = [await recordOf(own), await recordOf(other)];
    expect((await action.byApi(own)).status).toBeLessThan(300);
    await action.byDashboard(other);
    const [api, dashboard] = [await recordOf(own), await recordOf(other)];
    const added = api.actions.slice(before.actions.length);
    expect(added).not.toEqual([]);
    expect(dashboard.actions.slice(otherBefore.actions.length)).toEqual(added);
    expect(dashboard.events.slice(otherBefore.events.length)).toEqual(
      api.events.slice(before.events.length),
    );
    expect(dashboard.deliveries).toEqual(api.deliveries);
    expect([api.actors.at(-1), dashboard.actors.at(-1)]).toEqual(["key", "person"]);
  });
});
