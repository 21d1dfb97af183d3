// Integrators who place, repeat, read and cancel orders, and record every response.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ContractBroken } from "#testing/contract/contract";

export interface Reply {
  status: number;
  text: string;
}

/** Sends one request to the API. @throws if the connection breaks */
export type Send = (
  method: string,
  path: string,
  options: { key: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Reply>;

/** Responses that the integrators got, to compare with the database. */
export interface ClientRecord {
  placed: Map<string, { key: string; amountKg: number }>;
  cancelled: Set<string>;
  /** Requests repeated after a 409, a 5xx or a broken connection. */
  repeats: number;
  faults: string[];
}

const REQUEST_TIMEOUT_MS = 60_000;
const MAX_KG = 3000;

export function newClientRecord(): ClientRecord {
  return { placed: new Map(), cancelled: new Set(), repeats: 0, faults: [] };
}

/** Torture breaks connections on purpose; a response that violates the contract is a fault. */
function noReply(error: unknown): null {
  if (error instanceof ContractBroken) throw error;
  return null;
}

/** Returns true if repeating the request may succeed. */
function isTemporary({ status, text }: Reply): boolean {
  if (status >= 500) return true;
  return status === 409 && text.includes('"code":"idempotency-concurrent-requests"');
}

/** Posts with one idempotency key until there is a final response. */
export async function postOnce(
  send: Send,
  record: ClientRecord,
  request: { path: string; key: string; body?: unknown; idempotencyKey?: string },
): Promise<Reply> {
  const { path, key, body, idempotencyKey = randomUUID() } = request;
  const headers = { "idempotency-key": idempotencyKey };
  const until = Date.now() + REQUEST_TIMEOUT_MS;
  for (;;) {
    const reply = await send("POST", path, { key, body, headers }).catch(noReply);
    if (reply !== null && !isTemporary(reply)) return reply;
    if (Date.now() > until) throw new Error(`POST ${path} got no final response: ${reply?.text}`);
    record.repeats += 1;
    await sleep(randomInt(10, 120));
  }
}

interface Integrator {
  send: Send;
  record: ClientRecord;
  key: string;
  portfolioIds: readonly string[];
}

function orderOf(reply: Reply) {
  return JSON.parse(reply.text) as {
    id: string;
    amount_kg: number;
    state: string;
    project_allocations: { amount_kg: number }[];
  };
}

/** Places one order, sometimes twice with the same key, and records the response. */
async function place({ send, record, key, portfolioIds }: Integrator): Promise<string | null> {
  // A few orders are large, so that a lot is sometimes enough for a later order but not for an
  // earlier one.
  const amountKg = randomInt(20) === 0 ? randomInt(1, 20 * MAX_KG) : randomInt(1, MAX_KG);
  const portfolio_id = portfolioIds[randomInt(4) === 0 ? 1 : 0];
  const body = { amount_kg: amountKg, portfolio_id };
  const idempotencyKey = randomUUID();
  const post = () => postOnce(send, record, { path: "/orders", key, body, idempotencyKey });
  const replies = randomInt(8) === 0 ? await Promise.all([post(), post()]) : [await post()];
  const [first] = replies;
  if (first?.status !== 201) {
    record.faults.push(`placing an order returned ${first?.status}: ${first?.text}`);
    return null;
  }
  if (replies.some((reply) => reply.text !== first.text)) {
    record.faults.push(
      `different responses for one key: ${replies.map((reply) => reply.text).join(" and ")}`,
    );
  }
  const { id } = orderOf(first);
  record.placed.set(id, { key, amountKg });
  return id;
}

/** Cancels an order, sometimes twice at once; at most one cancellation may succeed. */
async function cancel({ send, record, key }: Integrator, id: string): Promise<void> {
  const post = () => postOnce(send, record, { path: `/orders/${id}/cancel`, key });
  const replies = randomInt(3) === 0 ? await Promise.all([post(), post()]) : [await post()];
  const done = replies.filter((reply) => reply.status === 200);
  const odd = replies.find((reply) => reply.status !== 200 && reply.status !== 409);
  if (odd) record.faults.push(`cancelling returned ${odd.status}: ${odd.text}`);
  if (done.length > 1) record.faults.push(`order ${id} was cancelled ${done.length} times`);
  if (done.length > 0) record.cancelled.add(id);
}

/** Reads an order, which must be consistent in every state. */
async function read({ send, record, key }: Integrator, id: string): Promise<void> {
  const reply = await send("GET", `/orders/${id}`, { key }).catch(noReply);
  if (reply === null || reply.status >= 500) return;
  const order = reply.status === 200 ? orderOf(reply) : null;
  const kg = order?.project_allocations.reduce((sum, part) => sum + part.amount_kg, 0);
  const expected = order?.state === "fulfilled" ? order.amount_kg : 0;
  if (!order || kg !== expected) record.faults.push(`order ${id} was returned as ${reply.text}`);
}

/** Runs one integrator until `isOver`. */
export async function runIntegrator(
  integrator: Integrator,
  isOver: () => boolean,
  pauseMs: () => number,
): Promise<void> {
  const placedIds: string[] = [];
  while (!isOver()) {
    const id = await place(integrator);
    if (id) placedIds.push(id);
    const some =
      placedIds[randomInt(Math.max(0, placedIds.length - 20), Math.max(1, placedIds.length))];
    const dice = randomInt(10);
    if (some && dice < 2) await cancel(integrator, some);
    if (some && dice === 9) await read(integrator, some);
    const pause = pauseMs();
    if (pause > 0) await sleep(pause);
  }
}
