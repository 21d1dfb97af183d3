// Order flows through the API: place, match, cancel.
import { database } from "#core/db";
import { call } from "#testing/api";
import type { Client } from "#testing/crashes/client";
import { difference, differences, type FlowContext, flow } from "#testing/crashes/flow";
import { makeAccount, makeStock } from "#testing/factories";
import { matchNow } from "#testing/world/turns";

/** More than all runs in one database buy, and less than the order that must stay unfulfilled. */
const TONNES = 20_000;

/** Opens a shop with stock of its own. */
export async function makeShop(stock: Parameters<typeof makeStock>[0]) {
  const { token, account } = await makeAccount();
  const { portfolioId, lotIds } = await makeStock({ tonnes: TONNES, ...stock });
  // Records the key's first use now, so that it is not a step of the flow.
  await call("GET", "/orders?limit=1", { key: token });
  return { key: token, account, accountId: account.id, portfolioId, lotIds };
}

export type Shop = Awaited<ReturnType<typeof makeShop>>;

/** Returns a shop drawn from the seed; runs share a few, unless they need their own account. */
export async function openShop({ draw, world, tag }: FlowContext, isOwn = false): Promise<Shop> {
  const projects = draw.oneIn(2) ? ["a"] : ["a", "b"];
  const apiPrice = draw.pick([1, 4, 9]);
  const name = `shop of ${projects} at ${apiPrice}${isOwn ? ` for ${tag}` : ""}`;
  const shop =
    (world.shared.get(name) as Shop | undefined) ?? (await makeShop({ projects, apiPrice }));
  world.shared.set(name, shop);
  return shop;
}

export async function place(key: string, body: object, idempotencyKey: string): Promise<string> {
  const headers = { "idempotency-key": idempotencyKey };
  const { status, text, json } = await call("POST", "/orders", { key, body, headers });
  if (status !== 201) throw new Error(`placing an order returned ${status}: ${text}`);
  return json.id;
}

/** Orders of this run, found by their tag. */
function ordersOf({ accountId, tag }: { accountId: string; tag: string }) {
  const where = { accountId, metadata: tag };
  return database().prisma.order.findMany({ where, orderBy: { id: "asc" } });
}

/** Checks that each order has one event, which was delivered if there is a callback URL. */
async function findUndelivered(accountId: string, orderIds: readonly string[]): Promise<string[]> {
  const { prisma } = database();
  const where = { accountId, subjectId: { in: [...orderIds] } };
  const events = await prisma.event.findMany({ where });
  const eventId = { in: events.map(({ id }) => id) };
  const lost = await prisma.delivery.findMany({
    where: { accountId, eventId, state: { not: "delivered" } },
  });
  return [
    ...differences({ "the number of events": [events.length, orderIds.length] }),
    ...lost.map(({ eventId: id, state }) => `the event ${id} is ${state}`),
  ];
}

interface Placing {
  key: string;
  accountId: string;
  tag: string;
  path: string;
  body: Record<string, unknown>;
  /** The client sends the request twice at once. */
  isDoubled: boolean;
}

function drawOrder({ draw, world, tag }: FlowContext, portfolioId: string): Placing["body"] {
  const amount = draw.oneIn(3)
    ? { total_price_usd_cents: draw.int(50, 5000) }
    : { amount_kg: draw.int(1, 3000) };
  return {
    ...amount,
    portfolio_id: portfolioId,
    ...(draw.oneIn(2) && { notification_config: { url: world.callbackUrl } }),
    ...(draw.oneIn(2) && { beneficiary: { name: "Harbor Street Bakery" } }),
    ...(draw.oneIn(3) && { description: "Deliveries" }),
    metadata: tag,
  };
}

const placing = flow<Placing>({
  name: "place",
  async prepare(scene) {
    const { draw, tag } = scene;
    const { key, accountId, portfolioId } = await openShop(scene);
    const isRide = draw.oneIn(4);
    const order = drawOrder(scene, portfolioId);
    const { amount_kg: _kg, total_price_usd_cents: _cents, ...terms } = order;
    const ride = { ...terms, distance_km: draw.int(1, 400) };
    const [path, body] = isRide ? ["/orders/ride", ride] : ["/orders", order];
    return { key, accountId, tag, path, body, isDoubled: draw.oneIn(3) };
  },
  isConcurrent: ({ isDoubled }) => isDoubled,
  async run({ key, tag, path, body, isDoubled }, client) {
    const post = () => client.post("place", path, { key, body, tag });
    await Promise.all(isDoubled ? [post(), post()] : [post()]);
  },
  async findEarlyFaults(facts, client) {
    const orders = await ordersOf(facts);
    const isKnown = client.acknowledged.has("place");
    return isKnown && orders.length === 0 ? ["an acknowledged order is missing"] : [];
  },
  async judge(facts, client) {
    const orders = await ordersOf(facts);
    const states = orders.map(({ id, state }) => [id, state]);
    const id = client.idOf("place");
    return [
      ...differences({
        "the response's status": [client.statusOf("place"), 201],
        "the orders": [states, [[id, "fulfilled"]]],
      }),
      ...(await findUndelivered(facts.accountId, id === undefined ? [] : [id])),
    ];
  },
});

const matching = flow({
  name: "match",
  async prepare(scene) {
    const { draw, tag } = scene;
    const { key, accountId, portfolioId } = await openShop(scene);
    const orders = Array.from({ length: draw.int(1, 4) }, () => drawOrder(scene, portfolioId));
    const fillable: string[] = [];
    for (const [at, body] of orders.entries())
      fillable.push(await place(key, body, `${tag}-${at}`));
    const tooMuch = { amount_kg: 1000 * TONNES * 2, portfolio_id: portfolioId, metadata: tag };
    const short = draw.oneIn(2) ? [await place(key, tooMuch, `${tag}-short`)] : [];
    return { accountId, tag, fillable, short };
  },
  run: matchNow,
  async judge({ accountId, tag, fillable, short }) {
    const states = (await ordersOf({ accountId, tag }))
      .map(({ id, state }) => `${id} ${state}`)
      .sort();
    const expected = [
      ...fillable.map((id) => `${id} fulfilled`),
      ...short.map((id) => `${id} placed`),
    ];
    return [
      ...differences({ "the orders": [states, expected.sort()] }),
      ...(await findUndelivered(accountId, fillable)),
    ];
  },
});

interface Cancelling {
  key: string;
  accountId: string;
  tag: string;
  id: string;
  /** A worker matches at the same time. */
  isRacing: boolean;
}

async function judgeCancelling(facts: Cancelling, client: Client) {
  const { accountId, id, isRacing } = facts;
  const status = client.statusOf("cancel");
  const [order] = await ordersOf(facts);
  const events = await database().prisma.event.findMany({ where: { accountId, subjectId: id } });
  const state = status === 200 ? "cancelled" : "fulfilled";
  return [
    ...(status === 200 || (isRacing && status === 409) ? [] : [`cancel returned ${status}`]),
    ...differences({
      "the order's state": [order?.state, state],
      "the order's events": [events.map(({ type }) => type), [`order.${state}`]],
    }),
    ...(await findUndelivered(accountId, [id])),
  ];
}

const cancelling = flow<Cancelling>({
  name: "cancel",
  async prepare(scene) {
    const { draw, tag } = scene;
    const { key, accountId, portfolioId } = await openShop(scene);
    const id = await place(key, drawOrder(scene, portfolioId), tag);
    return { key, accountId, tag, id, isRacing: draw.oneIn(3) };
  },
  isConcurrent: ({ isRacing }) => isRacing,
  async run({ key, tag, id, isRacing }, client) {
    const cancel = () => client.post("cancel", `/orders/${id}/cancel`, { key, tag });
    await Promise.all(isRacing ? [cancel(), matchNow()] : [cancel()]);
  },
  async findEarlyFaults(facts, client) {
    const [order] = await ordersOf(facts);
    const isCancelled = client.statusOf("cancel") === 200;
    return isCancelled ? difference("a cancelled order", order?.state, "cancelled") : [];
  },
  judge: judgeCancelling,
});

export const orderFlows = [placing, matching, cancelling];
