// Integrators under torture: they place, repeat, read and cancel, and believe only what they got.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ContractBroken } from "#testing/contract/contract";

export interface Reply {
  status: number;
  text: string;
}

/** Sends one request to the API; throws where the connection broke. */
export type Send = (
  method: string,
  path: string,
  options: { key: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Reply>;

/** What the integrators were told, to be held against the database. */
export interface Told {
  placed: Map<string, { key: string; amountKg: number }>;
  cancelled: Set<string>;
  /** Requests sent again after a 409, a 5xx or a broken connection. */
  repeats: number;
  faults: string[];
}

const GIVES_UP_AFTER_MS = 60_000;
const LARGEST_KG = 3000;

export function newTold(): Told {
  return { placed: new Map(), cancelled: new Set(), repeats: 0, faults: [] };
}

/** A connection that broke is what torture is about; an answer off the contract is a fault. */
function noReply(error: unknown): null {
  if (error instanceof ContractBroken) throw error;
  return null;
}

/** Whether the same request may get another answer later. */
function isPassing({ status, text }: Reply): boolean {
  if (status >= 500) return true;
  return status === 409 && text.includes('"code":"idempotency-concurrent-requests"');
}

/** POSTs until there is an answer that counts, under one idempotency key, as clients are told to. */
export async function postOnce(
  send: Send,
  told: Told,
  request: { path: string; key: string; body?: unknown; idempotencyKey?: string },
): Promise<Reply> {
  const { path, key, body, idempotencyKey = randomUUID() } = request;
  const headers = { "idempotency-key": idempotencyKey };
  const until = Date.now() + GIVES_UP_AFTER_MS;
  for (;;) {
    const reply = await send("POST", path, { key, body, headers }).catch(noReply);
    if (reply !== null && !isPassing(reply)) return reply;
    if (Date.now() > until) throw new Error(`POST ${path} came to nothing: ${reply?.text}`);
    told.repeats += 1;
    await sleep(randomInt(10, 120));
  }
}

interface Integrator {
  send: Send;
  told: Told;
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

/** Places one order, at times twice under the same key, and notes what was answered. */
async function place({ send, told, key, portfolioIds }: Integrator): Promise<string | null> {
  // Few are large, so that a lot now and then suffices for a later one and not for an earlier.
  const amountKg = randomInt(20) === 0 ? randomInt(1, 20 * LARGEST_KG) : randomInt(1, LARGEST_KG);
  const portfolio_id = portfolioIds[randomInt(4) === 0 ? 1 : 0];
  const body = { amount_kg: amountKg, portfolio_id };
  const idempotencyKey = randomUUID();
  const post = () => postOnce(send, told, { path: "/orders", key, body, idempotencyKey });
  const replies = randomInt(8) === 0 ? await Promise.all([post(), post()]) : [await post()];
  const [first] = replies;
  if (first?.status !== 201) {
    told.faults.push(`an order was answered ${first?.status}: ${first?.text}`);
    return null;
  }
  if (replies.some((reply) => reply.text !== first.text)) {
    told.faults.push(`one key, two answers: ${replies.map((reply) => reply.text).join(" and ")}`);
  }
  const { id } = orderOf(first);
  told.placed.set(id, { key, amountKg });
  return id;
}

/** Cancels an order, at times twice at once: one at most may be told that it was cancelled. */
async function cancel({ send, told, key }: Integrator, id: string): Promise<void> {
  const post = () => postOnce(send, told, { path: `/orders/${id}/cancel`, key });
  const replies = randomInt(3) === 0 ? await Promise.all([post(), post()]) : [await post()];
  const done = replies.filter((reply) => reply.status === 200);
  const odd = replies.find((reply) => reply.status !== 200 && reply.status !== 409);
  if (odd) told.faults.push(`a cancelling was answered ${odd.status}: ${odd.text}`);
  if (done.length > 1) told.faults.push(`order ${id} was cancelled ${done.length} times`);
  if (done.length > 0) told.cancelled.add(id);
}

/** Reads an order: while others work on it, it must be whole in every state. */
async function read({ send, told, key }: Integrator, id: string): Promise<void> {
  const reply = await send("GET", `/orders/${id}`, { key }).catch(noReply);
  if (reply === null || reply.status >= 500) return;
  const order = reply.status === 200 ? orderOf(reply) : null;
  const kg = order?.project_allocations.reduce((sum, part) => sum + part.amount_kg, 0);
  const expected = order?.state === "fulfilled" ? order.amount_kg : 0;
  if (!order || kg !== expected) told.faults.push(`order ${id} was shown as ${reply.text}`);
}

/** One integrator, at work until `isOver`. */
export async function trade(
  integrator: Integrator,
  isOver: () => boolean,
  pauseMs: () => number,
): Promise<void> {
  const mine: string[] = [];
  while (!isOver()) {
    const id = await place(integrator);
    if (id) mine.push(id);
    const some = mine[randomInt(Math.max(0, mine.length - 20), Math.max(1, mine.length))];
    const dice = randomInt(10);
    if (some && dice < 2) await cancel(integrator, some);
    if (some && dice === 9) await read(integrator, some);
    const pause = pauseMs();
    if (pause > 0) await sleep(pause);
  }
}
