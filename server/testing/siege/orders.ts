// An integrator that keeps ordering through any outage, repeats failed requests with the same
// idempotency key, and afterwards reads every acknowledged order.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "./product";

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 50;
const SETTLE_TIMEOUT_MS = 60_000;

export interface Integrator {
  /** Ids of orders that got a 201. */
  acknowledged: string[];
  /** Responses by status; failed connections count as `none`. */
  responses: Record<string, number>;
  /** Longest time between two acknowledged orders, in ms. */
  longestGapMs(): number;
  /** Waits until an order sent from now on is acknowledged. Returns the time in ms. */
  awaitNext(withinMs: number): Promise<number>;
  stop(): Promise<void>;
}

export interface Reply {
  status: number;
  body: unknown;
}

/** Sends one request with the product's key; status 0 means no response. */
export async function send(
  { origin, key }: Pick<Product, "origin" | "key">,
  target: string,
  init: RequestInit = {},
): Promise<Reply> {
  try {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${origin}${target}`, { ...init, headers, signal });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  } catch {
    return { status: 0, body: null };
  }
}

export function placeOrder(product: Product, idempotencyKey: string): Promise<Reply> {
  return send(product, "/v1/orders", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify({ amount_kg: 1 }),
  });
}

/** Starts to place orders with `clients` at once. */
export function startOrdering(product: Product, clients = 4): Integrator {
  const acknowledged: string[] = [];
  const responses: Record<string, number> = {};
  const times = [performance.now()];
  let stopped = false;

  async function order(): Promise<void> {
    const idempotencyKey = randomUUID();
    while (!stopped) {
      const { status, body } = await placeOrder(product, idempotencyKey);
      const name = status === 0 ? "none" : String(status);
      responses[name] = (responses[name] ?? 0) + 1;
      if (status === 201) {
        acknowledged.push((body as { id: string }).id);
        times.push(performance.now());
        return;
      }
      await sleep(PAUSE_MS);
    }
  }

  async function client(): Promise<void> {
    while (!stopped) {
      await order();
      await sleep(PAUSE_MS);
    }
  }

  const running = Array.from({ length: clients }, client);
  return {
    acknowledged,
    responses,
    longestGapMs: () => Math.max(...times.slice(1).map((time, n) => time - (times[n] ?? time))),
    async awaitNext(withinMs) {
      const from = performance.now();
      const before = acknowledged.length + clients;
      while (acknowledged.length <= before) {
        if (performance.now() - from > withinMs) throw new Error("orders were not accepted again");
        await sleep(20);
      }
      return Math.round(performance.now() - from);
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** Acknowledged orders that are lost, changed, or not fulfilled. */
export async function findFaults(product: Product, ids: readonly string[]): Promise<string[]> {
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  const faults: string[] = [];
  if (new Set(ids).size !== ids.length) faults.push("two idempotency keys got the same order");
  for (const id of ids) {
    let reply = await send(product, `/v1/orders/${id}`);
    while ((reply.body as { state?: string } | null)?.state !== "fulfilled" && Date.now() < until) {
      await sleep(100);
      reply = await send(product, `/v1/orders/${id}`);
    }
    const state = (reply.body as { state?: string } | null)?.state;
    if (state !== "fulfilled") faults.push(`order ${id}: ${reply.status}, ${state ?? "no state"}`);
  }
  return faults;
}
