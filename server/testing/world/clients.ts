// Integrators who place, repeat, read and cancel orders, and record every response.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ContractBroken } from "#testing/contract/contract";
import { checkedFetch } from "#testing/contract/fetch";

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

/** Sends requests to servers, and checks each response against the contract unless `send` is given. */
export function sendTo(
  origin: () => string,
  send: (url: string, init: RequestInit) => Promise<Response> = checkedFetch,
): Send {
  return async (method, path, { key, body, headers }) => {
    const response = await send(`${origin()}/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
}

export function newClientRecord(): ClientRecord {
  return { placed: new Map(), cancelled: new Set(), repeats: 0, faults: [] };
}

/** Runs break connections on purpose; a response that violates the contract is a fault. */
function noReply(error: unknown): null {
  if (error instanceof ContractBroken) throw error;
  return null;
}

/** Returns true if repeating the request may succeed. */
export function isTemporary({ status, text }: Reply): boolean {
  return status >= 500 || status === 429 || text.includes("idempotency-concurrent-requests");
}

/** Posts with one idempotency key until there is a final response. */
export async function postOnce(
  send: Send,
  record: Pick<ClientRecord, "repeats">,
  request: {
    path: string;
    key: string;
    body?: unknown;
    idempotencyKey?: string;
    timeoutMs?: number;
  },
): Promise<Reply> {
  const { path, key, body, idempotencyKey = randomUUID() } = request;
  const headers = { "idempotency-key": idempotencyKey };
  const until = Date.now() + (request.timeoutMs ?? REQUEST_TIMEOUT_MS);
  for (;;) {
    const reply = await send("POST", path, { key, body, headers }).catch(noReply);
    if (reply !== null && !isTemporary(reply)) return reply;
    if (Date.now() > until) throw new Error(`POST ${path} got no final response: ${reply?.text}`);
    record.repeats += 1;
    await sleep(randomInt(10, 120));
  }
}

export const idIn = ({ text }: Pick<Reply, "text">) => (JSON.parse(text) as { id: string }).id;

interface Integrator {
  send: Send;
  record: ClientRecord;
  key: string;
  portfolioIds: readonly string[];
}

/** Posts, sometimes twice at once with the same key. */
async function postOneIn(
  n: number,
  { send, record, key }: Integrator,
  request: { path: string; body?: object; idempotencyKey?: string },
): Promise<Reply[]> {
  const post = () => postOnce(send, record, { ...request, key });
  return Promise.all(randomInt(n) === 0 ? [post(), post()] : [post()]);
}

/** Places one order, sometimes twice with the same key, and records the response. */
async function place(integrator: Integrator): Promise<string | null> {
  const { record, key, portfolioIds } = integrator;
  // A few orders are large, so that a lot is sometimes enough for a later order but not for an
  // earlier one.
  const amountKg = randomInt(20) === 0 ? randomInt(1, 20 * MAX_KG) : randomInt(1, MAX_KG);
  const portfolio_id = portfolioIds[randomInt(4) === 0 ? 1 : 0];
  const body = { amount_kg: amountKg, portfolio_id };
  const request = { path: "/orders", body, idempotencyKey: randomUUID() };
  const replies = await postOneIn(8, integrator, request);
  const bodies = new Set(replies.map(({ text }) => text));
  const [first] = replies;
  if (first?.status !== 201) {
    record.faults.push(`placing an order returned ${first?.status}: ${first?.text}`);
    return null;
  }
  if (bodies.size > 1)
    record.faults.push(`different responses for one key: ${[...bodies].join(" and ")}`);
  const id = idIn(first);
  record.placed.set(id, { key, amountKg });
  return id;
}

/** Cancels an order, sometimes twice at once; at most one cancellation may succeed. */
async function cancel(integrator: Integrator, id: string): Promise<void> {
  const { record } = integrator;
  const replies = await postOneIn(3, integrator, { path: `/orders/${id}/cancel` });
  const done = replies.filter((reply) => reply.status === 200);
  const odd = replies.find((reply) => reply.status !== 200 && reply.status !== 409);
  if (odd) record.faults.push(`cancelling returned ${odd.status}: ${odd.text}`);
  if (done.length > 1) record.faults.push(`order ${id} was cancelled ${done.length} times`);
  if (done.length > 0) record.cancelled.add(id);
}

interface Order {
  amount_kg: number;
  state: string;
  project_allocations: { amount_kg: number }[];
}

/** Reads an order, which must be consistent in every state. */
async function read({ send, record, key }: Integrator, id: string): Promise<void> {
  const reply = await send("GET", `/orders/${id}`, { key }).catch(noReply);
  if (reply === null || reply.status >= 500) return;
  const order = reply.status === 200 ? (JSON.parse(reply.text) as Order) : null;
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
    if (pauseMs() > 0) await sleep(pauseMs());
  }
}
