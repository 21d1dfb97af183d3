// An integrator that keeps ordering through any outage, repeats failed requests with the same
// idempotency key, and afterwards reads every acknowledged order.
import { setTimeout as sleep } from "node:timers/promises";
import { idIn, postOnce, type Reply, type Send, sendTo } from "#testing/world/clients";
import { countIn, repeatUntil, runConcurrently, waitUntil } from "#testing/world/run";
import type { Product } from "./product";

const REQUEST_TIMEOUT_MS = 10_000;
const OUTAGE_TIMEOUT_MS = 180_000;
const PAUSE_MS = 50;
const SETTLE_TIMEOUT_MS = 60_000;

export interface Integrator {
  /** Ids of orders that got a 201. */
  acknowledged: string[];
  /** Responses by status; failed connections count as `none`. */
  responses: Record<string, number>;
  /** Waits until an order sent from now on is acknowledged. Returns the time in ms. */
  awaitNext(withinMs: number): Promise<number>;
  stop(): Promise<void>;
}

const sendToProduct = ({ origin }: Product): Send =>
  sendTo(
    () => origin,
    (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
  );

/** Reads from the API; status 0 means no response. */
export function read(product: Product, path: string): Promise<Reply> {
  const reading = sendToProduct(product)("GET", path, { key: product.key });
  return reading.catch(() => ({ status: 0, text: "" }));
}

/** The response's JSON; nothing if it is not JSON. */
export function jsonOf<T extends object>({ text }: Reply): Partial<T> {
  try {
    return JSON.parse(text) as T;
  } catch {
    return {};
  }
}

/** Places an order once there is a final response. */
export async function placeOrder(
  product: Product,
  { responses = {} }: Partial<Integrator> = {},
): Promise<Reply> {
  const send: Send = async (...request) => {
    const sending = sendToProduct(product)(...request);
    const status = await sending.then((reply) => `${reply.status}`).catch(() => "none");
    countIn(responses, status);
    return sending;
  };
  const { key } = product;
  const request = { path: "/orders", key, body: { amount_kg: 1 }, timeoutMs: OUTAGE_TIMEOUT_MS };
  return postOnce(send, { repeats: 0 }, request);
}

/** Starts to place orders with `clients` at once. */
export function startOrdering(product: Product, clients = 4): Integrator {
  const acknowledged: string[] = [];
  const responses: Record<string, number> = {};
  let isOver = false;
  const order = async () => {
    const reply = await placeOrder(product, { responses });
    if (reply.status === 201) acknowledged.push(idIn(reply));
  };
  const running = runConcurrently(clients, () =>
    repeatUntil(
      () => isOver,
      () => PAUSE_MS,
      order,
    ),
  );
  return {
    acknowledged,
    responses,
    async awaitNext(timeoutMs) {
      const from = performance.now();
      const before = acknowledged.length + clients;
      const isServing = () => acknowledged.length > before;
      if (!(await waitUntil(isServing, { timeoutMs, pauseMs: 20 })))
        throw new Error("orders were not accepted again");
      return Math.round(performance.now() - from);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** Acknowledged orders that are lost, changed, or not fulfilled. */
export async function findFaults(product: Product, ids: readonly string[]): Promise<string[]> {
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  const faults: string[] = [];
  if (new Set(ids).size !== ids.length) faults.push("two idempotency keys got the same order");
  for (const id of ids) {
    for (;;) {
      const reply = await read(product, `/orders/${id}`);
      const { state } = jsonOf<{ state: string }>(reply);
      if (state === "fulfilled") break;
      if (Date.now() > until) {
        faults.push(`order ${id}: ${reply.status}, ${state ?? "no state"}`);
        break;
      }
      await sleep(100);
    }
  }
  return faults;
}
