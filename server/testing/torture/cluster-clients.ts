// Clients of an installation in production: they place orders, pay sessions and verify
// certificates, and record the responses.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CustomerRecord,
  openSession,
  plainPlan,
  type Shop,
  visit,
} from "#testing/torture/checkout-customers";
import { newClientRecord, runIntegrator, type Send } from "#testing/torture/clients";

const VISIT_MS = 120_000;
const VERIFY_PAUSE_MS = 60;

export interface Traffic {
  record: CustomerRecord;
  /** Orders whose certificate was verified once, so that it must stay. */
  verified: Set<string>;
  verifications: number;
  /** Responses other than success while the primary is down, by status. */
  refusals: Map<string, number>;
  /** True while the primary is down, when clients must expect to be refused. */
  isOutage: boolean;
  over: boolean;
}

export function newTraffic(): Traffic {
  const sessions: CustomerRecord["sessions"] = new Map();
  const record = { ...newClientRecord(), sessions, expired: new Set<string>() };
  return {
    record: { ...record, posts: 0, lostPosts: 0 },
    verified: new Set(),
    verifications: 0,
    refusals: new Map(),
    isOutage: false,
    over: false,
  };
}

/** Counts a failed request; outside of an outage it is a fault. */
function countFailure(traffic: Traffic, wasOutage: boolean, problem: string): void {
  const { refusals, record } = traffic;
  const name = / (\d+) /.exec(problem)?.[1] ?? "broken";
  if (wasOutage || traffic.isOutage) refusals.set(name, (refusals.get(name) ?? 0) + 1);
  else record.faults.push(problem);
}

/** Sends requests through the load balancer, which repeats none. */
function sendTo(origin: string, traffic: Traffic): Send {
  return async (method, path, { key, body, headers }) => {
    // An outage may end before the response arrives.
    const wasOutage = traffic.isOutage;
    try {
      const response = await fetch(`${origin}/v1${path}`, {
        method,
        headers: {
          ...headers,
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const { status } = response;
      if (status >= 500) countFailure(traffic, wasOutage, `${method} ${path}: ${status} ${text}`);
      return { status, text };
    } catch (error) {
      const reason = error instanceof Error ? (error.cause ?? error) : error;
      countFailure(traffic, wasOutage, `${method} ${path}: ${reason}`);
      throw error;
    }
  };
}

/** Verifies random orders by number. What was verified once must stay, also after a failover. */
async function verifyOrders(send: Send, traffic: Traffic): Promise<void> {
  const { record, verified } = traffic;
  while (!traffic.over) {
    await sleep(VERIFY_PAUSE_MS);
    const ids = [...record.placed.keys()];
    const id = ids[randomInt(Math.max(1, ids.length))];
    if (id === undefined) continue;
    const reply = await send("GET", `/verify?order_number=${id}`, { key: "" }).catch(() => null);
    if (!reply || reply.status >= 500) continue;
    traffic.verifications += 1;
    const isFulfilled = reply.text.includes('"state":"fulfilled"');
    if (isFulfilled) verified.add(id);
    else if (verified.has(id))
      record.faults.push(`order ${id} was verified, and then: ${reply.text}`);
  }
}

async function payUntilOver(shop: Shop, portfolioId: string, traffic: Traffic): Promise<void> {
  while (!traffic.over) {
    const id = await openSession(shop, portfolioId);
    if (!(await visit(shop, { id, plan: plainPlan(), timeoutMs: VISIT_MS }))) {
      shop.record.faults.push(`session ${id} did not end`);
    }
    await sleep(randomInt(200, 600));
  }
}

interface Market {
  origin: string;
  /** Keys of the integrators, one each. */
  keys: readonly string[];
  /** Key of the shop whose customers pay. */
  shopKey: string;
  portfolioIds: readonly [string, string];
  /** Number of orders after which clients slow down. */
  orders: number;
}

/** Runs all clients until `traffic.over`. */
export async function runClients(market: Market, traffic: Traffic): Promise<void> {
  const { origin, keys, shopKey, portfolioIds, orders } = market;
  const { record } = traffic;
  const send = sendTo(origin, traffic);
  const pauseMs = () => (record.placed.size >= orders ? 200 : 0);
  const shop = { origin: () => origin, send, key: shopKey, record };
  await Promise.all([
    ...keys.map((key) =>
      runIntegrator({ send, record, key, portfolioIds }, () => traffic.over, pauseMs),
    ),
    payUntilOver(shop, portfolioIds[0], traffic),
    payUntilOver(shop, portfolioIds[0], traffic),
    verifyOrders(send, traffic),
  ]);
}
