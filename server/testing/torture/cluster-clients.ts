// Clients of an installation in production: they place orders, pay sessions and verify
// certificates, and record the responses.
import { randomInt } from "node:crypto";
import { runIntegrator, type Send, sendTo } from "#testing/world/clients";
import {
  type CustomerRecord,
  newCustomerRecord,
  openSession,
  plainPlan,
  type Shop,
  visit,
} from "#testing/world/customers";
import { countIn, repeatUntil } from "#testing/world/run";

const VISIT_MS = 120_000;
const VERIFY_PAUSE_MS = 60;

export interface Traffic {
  record: CustomerRecord;
  /** Orders whose certificate was verified once, so that it must stay. */
  verified: Set<string>;
  verifications: number;
  /** Responses other than success while the primary is down, by status. */
  refusals: Record<string, number>;
  /** True while the primary is down, when clients must expect to be refused. */
  isOutage: boolean;
  over: boolean;
}

export function newTraffic(): Traffic {
  return {
    ...{ record: newCustomerRecord(), verified: new Set(), verifications: 0, refusals: {} },
    ...{ isOutage: false, over: false },
  };
}

/** Sends requests through the load balancer. Outside of an outage, a failure is a fault. */
function sendCounted(origin: string, traffic: Traffic): Send {
  const send = sendTo(() => origin, fetch);
  return async (method, path, options) => {
    // An outage may end before the response arrives.
    const wasOutage = traffic.isOutage;
    const fail = (name: string, problem: unknown) => {
      if (wasOutage || traffic.isOutage) countIn(traffic.refusals, name);
      else traffic.record.faults.push(`${method} ${path}: ${problem}`);
    };
    try {
      const reply = await send(method, path, options);
      if (reply.status >= 500) fail(`${reply.status}`, `${reply.status} ${reply.text}`);
      return reply;
    } catch (error) {
      fail("broken", error instanceof Error ? (error.cause ?? error) : error);
      throw error;
    }
  };
}

/** Verifies a random order by number. What was verified once must stay, also after a failover. */
async function verifyOrder(send: Send, traffic: Traffic): Promise<void> {
  const { record, verified } = traffic;
  const ids = [...record.placed.keys()];
  const id = ids[randomInt(Math.max(1, ids.length))];
  if (id === undefined) return;
  const reply = await send("GET", `/verify?order_number=${id}`, { key: "" }).catch(() => null);
  if (!reply || reply.status >= 500) return;
  traffic.verifications += 1;
  const isFulfilled = reply.text.includes('"state":"fulfilled"');
  if (isFulfilled) verified.add(id);
  else if (verified.has(id))
    record.faults.push(`order ${id} was verified, and then: ${reply.text}`);
}

async function paySession(shop: Shop, portfolioId: string): Promise<void> {
  const id = await openSession(shop, portfolioId);
  if (!(await visit(shop, { id, plan: plainPlan(), timeoutMs: VISIT_MS }))) {
    shop.record.faults.push(`session ${id} did not end`);
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
  const send = sendCounted(origin, traffic);
  const isOver = () => traffic.over;
  const pauseMs = () => (record.placed.size >= orders ? 200 : 0);
  const shop = { origin: () => origin, send, key: shopKey, record };
  const pay = () =>
    repeatUntil(
      isOver,
      () => randomInt(200, 600),
      () => paySession(shop, portfolioIds[0]),
    );
  const verify = repeatUntil(
    isOver,
    () => VERIFY_PAUSE_MS,
    () => verifyOrder(send, traffic),
  );
  const ordering = keys.map((key) =>
    runIntegrator({ send, record, key, portfolioIds }, isOver, pauseMs),
  );
  await Promise.all([...ordering, pay(), pay(), verify]);
}
