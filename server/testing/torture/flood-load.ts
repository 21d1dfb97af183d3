// Orders, checkout sessions and payments of a shop, at fixed times, and what they must be like while
// something else floods the server.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cards } from "#testing/checkout";
import type { Shop } from "#testing/torture/flood-shop";
import { idIn } from "#testing/world/clients";
import { postCard, returnUrls } from "#testing/world/customers";
import { countIn } from "#testing/world/run";

const kinds = ["orders", "sessions", "payments"] as const;
type Kind = (typeof kinds)[number];

export interface Load {
  /** Milliseconds until the response. */
  ms: Record<Kind, number[]>;
  /** Ids of the orders. */
  ids: string[];
  failures: Record<string, number>;
}

export interface LoadSize {
  seconds: number;
  /** Orders per second; a fifth as many customers open a session and pay. */
  perSecond: number;
}

const ORDERS_PER_CUSTOMER = 5;
const MAX_P99_MS = 250;
const MAX_TIMES_ALONE = 5;

/** Runs `start` at fixed times, however long earlier runs take. */
async function atRate(perSecond: number, seconds: number, start: () => Promise<void>) {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
    running.push(start());
  }
  await Promise.all(running);
}

export const newLoad = (): Load => ({
  ...{ ms: { orders: [], sessions: [], payments: [] }, ids: [], failures: {} },
});

type Response = { status: number; text?: string; faults?: string[] } | null;

/** Records the response's time, and that it is not the expected one. */
async function timed<Reply extends Response>(
  load: Load,
  { kind, expected }: { kind: Kind; expected: number },
  sending: Promise<Reply>,
): Promise<Reply | null> {
  const sentAt = performance.now();
  const fail = (reason: unknown) => countIn(load.failures, `${kind}: ${reason}`);
  const response = await sending.catch((error: Error) => fail(error.message));
  if (response === null) fail("no response");
  if (!response) return null;
  load.ms[kind].push(performance.now() - sentAt);
  const faults = response.faults ?? [];
  if (response.status === expected && faults.length === 0) return response;
  fail(`${response.status} ${faults.join(" ")}`.trim());
  return null;
}

/** Places orders, opens sessions and pays them. */
export async function runLoad(shop: Shop, { seconds, perSecond }: LoadSize): Promise<Load> {
  const load = newLoad();
  const { key, portfolioId: portfolio_id } = shop;
  const post = (path: string, body: object) =>
    shop.send("POST", path, { key, body, headers: { "idempotency-key": randomUUID() } });
  const placeOrder = async () => {
    const sending = post("/orders", { amount_kg: 1, portfolio_id });
    const placed = await timed(load, { kind: "orders", expected: 201 }, sending);
    if (placed) load.ids.push(idIn(placed));
  };
  const buy = async () => {
    const sending = post("/checkout/sessions", { amount_kg: 100, portfolio_id, ...returnUrls });
    const opened = await timed(load, { kind: "sessions", expected: 201 }, sending);
    if (!opened) return;
    const paying = postCard(shop, idIn(opened), cards.good);
    await timed(load, { kind: "payments", expected: 303 }, paying);
  };
  await Promise.all([
    atRate(perSecond, seconds, placeOrder),
    atRate(perSecond / ORDERS_PER_CUSTOMER, seconds, buy),
  ]);
  return load;
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

/** Compares with the load while nothing else ran; null for that load itself. */
export function faultsOf(name: string, load: Load, alone: Load | null): string[] {
  const slow = kinds.flatMap((kind) => {
    const p99 = at(load.ms[kind], 0.99);
    const most = alone ? MAX_TIMES_ALONE * at(alone.ms[kind], 0.99) : Infinity;
    // A payment takes several transactions, one after the other.
    const limit = kind === "payments" ? most : Math.min(most, MAX_P99_MS);
    return p99 > limit ? [`${name}: p99 of ${kind} is ${p99} ms, more than ${limit}`] : [];
  });
  const failed = Object.entries(load.failures).map(
    ([what, count]) => `${name}: ${count} × ${what}`,
  );
  return [...slow, ...failed];
}

export function figuresOf(name: string, { ms }: Load, rest: string): string {
  const figures = kinds.map((kind) => {
    const times = [0.5, 0.99, 1].map((part) => at(ms[kind], part)).join(" / ");
    return `${ms[kind].length} ${kind} ${times}`;
  });
  return `       ${name}: ${figures.join(", ")} ms; ${rest}`;
}
