import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { emitEvents } from "#domain/events";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeKey, makeStock } from "#testing/factories";

type State = "none" | "pending" | "delivered" | "failed";
interface EventItem {
  id: string;
  order_id: string;
  created_on: string;
  delivery_state: State;
  next_attempt_on: string | null;
}

const DAY_MS = 86_400_000;
const states = ["failed", "delivered", "pending", "none"] as const;
let account: Awaited<ReturnType<typeof makeAccount>>["account"];
let key: string;
let portfolioId: string;

beforeAll(async () => {
  ({ portfolioId } = await makeStock());
});
beforeEach(async () => {
  ({ account, token: key } = await makeAccount());
});

async function placeOrder(holder = key): Promise<string> {
  const body = { amount_kg: 1, portfolio_id: portfolioId };
  return (await call("POST", "/orders", { key: holder, body })).json.id;
}

/** A delivery in this state. */
function deliveryIn(state: State, nextAttemptAt: Date | null) {
  return {
    state,
    nextAttemptAt: state === "pending" ? nextAttemptAt : null,
    failedAttempts: 3,
  };
}

/**
 * Creates events of an order in these states, `gapMs` apart, the last one now. Returns their ids.
 */
async function haveEvents(orderId: string, expected: readonly State[], gapMs = 0) {
  const now = Date.now();
  const { prisma } = database();
  const ids: string[] = [];
  for (const [place, state] of expected.entries()) {
    const at = new Date(now - (expected.length - 1 - place) * gapMs);
    const type = place % 2 ? "order.cancelled" : "order.fulfilled";
    const where = { accountId: account.id, subjectId: orderId, sequence: place + 1 };
    const callbackUrl = state === "none" ? null : "https://93.184.215.14/callbacks";
    await emitEvents({ ...contextOf(account), now: at }, [
      { ...where, subaccountId: null, type, callbackUrl },
    ]);
    const { id } = await prisma.event.findFirstOrThrow({ where });
    const data = deliveryIn(state, new Date(now + DAY_MS));
    await prisma.delivery.updateMany({ where: { eventId: id }, data });
    ids.push(id);
  }
  return ids;
}

const list = async (query = ""): Promise<{ data: EventItem[]; has_more: boolean }> =>
  (await call("GET", `/events?limit=100${query}`, { key })).json;
const idsOf = ({ data }: { data: EventItem[] }) => data.map(({ id }) => id);
const redeliver = (body: object, holder = key) =>
  call("POST", "/events/redeliver", { key: holder, body });
const longAgo = () => new Date(Date.now() - 30 * DAY_MS).toISOString();
/** Ids of events that are due now, oldest first. */
async function due(): Promise<string[]> {
  const soon = Date.now() + 1000;
  const { data } = await list();
  return data
    .filter((it) => it.next_attempt_on && Date.parse(it.next_attempt_on) < soon)
    .map(({ id }) => id)
    .reverse();
}

describe("GET /events with filters", () => {
  it("returns the events of a state, of a type, of an order, and of all three", async () => {
    const [one, two] = [await placeOrder(), await placeOrder()];
    const ofOne = await haveEvents(one, states);
    const ofTwo = await haveEvents(two, ["failed", "failed"]);
    for (const [place, state] of states.slice(1).entries()) {
      expect(idsOf(await list(`&delivery_state=${state}`))).toEqual([ofOne[place + 1]]);
    }
    expect(idsOf(await list(`&order_id=${one}`))).toEqual(ofOne.toReversed());
    const cancelled = await list("&type=order.cancelled");
    expect(idsOf(cancelled)).toEqual([ofTwo[1], ofOne[3], ofOne[1]]);
    const all = `&type=order.fulfilled&order_id=${two}&delivery_state=failed`;
    expect(idsOf(await list(all))).toEqual([ofTwo[0]]);
  });

  it("pages through filtered events, both ways, without loss", async () => {
    const expected = Array.from({ length: 12 }, (_, nth): State => states[nth % 3] ?? "failed");
    await haveEvents(await placeOrder(), expected);
    const every = idsOf(await list());
    const failed = idsOf(await list("&delivery_state=failed"));
    expect(failed).toHaveLength(4);
    const page = async (cursor: string) =>
      (await call("GET", `/events?limit=3&delivery_state=failed${cursor}`, { key })).json;
    const first = await page("");
    expect([idsOf(first), first.has_more]).toEqual([failed.slice(0, 3), true]);
    const next = await page(`&starting_after=${failed[2]}`);
    expect([idsOf(next), next.has_more]).toEqual([failed.slice(3), false]);
    const back = await page(`&ending_before=${failed[3]}`);
    expect([idsOf(back), back.has_more]).toEqual([failed.slice(0, 3), false]);
    // A cursor need not match the filter.
    const neighbor = every.find((id) => !failed.includes(id) && id > (failed[3] ?? "")) ?? "";
    expect(idsOf(await page(`&starting_after=${neighbor}`))).toEqual(
      failed.filter((id) => id < neighbor).slice(0, 3),
    );
  });
});

describe("POST /events/redeliver", () => {
  it("makes the failed events of the range due now, with all retries, and no others", async () => {
    const ids = await haveEvents(
      await placeOrder(),
      ["failed", "failed", ...states, "failed"],
      60_000,
    );
    const { data } = await list();
    const times = data.map((it) => it.created_on).reverse();
    const before = new Map(data.map((it) => [it.id, it]));
    const response = await redeliver({ from: times[1], to: times[6] });
    expect([response.status, response.json]).toEqual([200, { redelivered: 2, has_more: false }]);
    expect(await due()).toEqual([ids[1], ids[2]]);
    for (const [id, event] of before) {
      if (id === ids[1] || id === ids[2]) continue;
      expect((await list()).data.find((it) => it.id === id)).toEqual(event);
    }
    const where = { accountId: account.id, eventId: ids[1] ?? "" };
    const delivery = await database().prisma.delivery.findFirstOrThrow({ where });
    expect(delivery).toMatchObject({ state: "pending", failedAttempts: 0 });
  });

  it.each([
    ["delivered", 1],
    ["pending", 2],
  ])("selects the %s ones on request, each once", async (state, place) => {
    const ids = await haveEvents(await placeOrder(), states);
    const body = { from: longAgo(), delivery_state: state };
    expect((await redeliver(body)).json).toEqual({ redelivered: 1, has_more: false });
    expect(await due()).toEqual([ids[place]]);
    expect((await redeliver(body)).json).toEqual({ redelivered: 0, has_more: false });
  });

  it("can be limited to a type and an order", async () => {
    const [one, two] = [await placeOrder(), await placeOrder()];
    await haveEvents(one, ["failed", "failed"]);
    const [, expected] = await haveEvents(two, ["failed", "failed"]);
    const body = { from: longAgo(), type: "order.cancelled", order_id: two };
    expect((await redeliver(body)).json.redelivered).toBe(1);
    expect(await due()).toEqual([expected]);
  });

  it("takes the oldest 10,000 at a time until there are no more", async () => {
    const orderId = await placeOrder();
    const many = Array.from({ length: 10_002 }, (_, place) => ({
      accountId: account.id,
      subjectId: orderId,
      subaccountId: null,
      sequence: place + 1,
      type: "order.fulfilled" as const,
      callbackUrl: "https://93.184.215.14/callbacks",
    }));
    await emitEvents(contextOf(account), many);
    const of = { where: { accountId: account.id } };
    const failed = { state: "failed", nextAttemptAt: null };
    await database().prisma.delivery.updateMany({ ...of, data: failed });
    const body = { from: longAgo() };
    expect((await redeliver(body)).json).toEqual({ redelivered: 10_000, has_more: true });
    const left = await database().prisma.delivery.findMany({
      where: { ...of.where, state: "failed" },
      orderBy: { sequence: "asc" },
    });
    expect(left.map(({ sequence }) => sequence)).toEqual([10_001, 10_002]);
    expect((await redeliver(body)).json).toEqual({ redelivered: 2, has_more: false });
    expect((await redeliver(body)).json).toEqual({ redelivered: 0, has_more: false });
  });

  it("leaves other accounts' events alone, and needs a write key", async () => {
    await haveEvents(await placeOrder(), ["failed"]);
    const { token: other } = await makeAccount();
    expect((await redeliver({ from: longAgo() }, other)).json.redelivered).toBe(0);
    const reader = await makeKey(account, "read");
    expect((await redeliver({ from: longAgo() }, reader.token)).status).toBe(403);
    expect(await due()).toEqual([]);
  });

  it("is in the audit log, with the actor and the range", async () => {
    await haveEvents(await placeOrder(), ["failed"]);
    await redeliver({ from: longAgo() });
    const where = { accountId: account.id, action: "events.redelivered" };
    const [entry] = await database().prisma.auditEntry.findMany({ where });
    expect(entry).toMatchObject({
      actorType: "key",
      data: { delivery_state: "failed", redelivered: 1 },
    });
  });

  const now = Date.now();
  const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
  it.each([
    ["from", {}],
    ["from", { from: "yesterday" }],
    ["from", { from: "2026-11-20" }],
    ["from", { from: at(1) }],
    ["from", { from: at(-1), to: at(-1) }],
    ["from", { from: at(-1), to: at(-2) }],
    ["to", { from: at(-32), to: at(-0.5) }],
    ["to", { from: at(-32) }],
    ["delivery_state", { from: at(-1), delivery_state: "none" }],
    ["type", { from: at(-1), type: "order.placed" }],
    ["order_id", { from: at(-1), order_id: "ord_nowhere" }],
    ["until", { from: at(-1), until: at(0) }],
  ])("names the field %s that it rejects in %j", async (field, body) => {
    const { status, json } = await redeliver(body);
    expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
  });

  it("accepts a range of 31 days, and times with an offset", async () => {
    await haveEvents(await placeOrder(), ["failed"]);
    const to = new Date(now + DAY_MS);
    const from = new Date(to.getTime() - 31 * DAY_MS);
    const body = { from: from.toISOString(), to: to.toISOString().replace("Z", "+00:00") };
    expect((await redeliver(body)).json.redelivered).toBe(1);
  });
});
