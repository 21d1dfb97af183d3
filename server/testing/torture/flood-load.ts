// Orders, checkout sessions and payments of a shop, at fixed times, and what they must be like while
// something else floods the server.
import { setTimeout as sleep } from "node:timers/promises";
import { idIn, payByForm, request, requestSession, type Shop } from "#testing/torture/flood-shop";

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

/** Places orders, opens sessions and pays them. */
export async function runLoad(shop: Shop, { seconds, perSecond }: LoadSize): Promise<Load> {
  const load: Load = { ms: { orders: [], sessions: [], payments: [] }, ids: [], failures: {} };
  const timed = async (kind: Kind, expected: number, send: () => ReturnType<typeof request>) => {
    const sentAt = performance.now();
    const fail = (reason: string | number) => {
      const name = `${kind}: ${reason}`;
      load.failures[name] = (load.failures[name] ?? 0) + 1;
    };
    const response = await send().catch((error: Error) => void fail(error.message));
    if (!response) return null;
    load.ms[kind].push(performance.now() - sentAt);
    const isGood = response.status === expected && !response.location.includes("fault=");
    if (!isGood) fail(`${response.status} ${response.location.replace(/^.*\?/, "")}`.trim());
    return isGood ? response : null;
  };
  const small = { amount_kg: 1, portfolio_id: shop.portfolioId };
  const placeOrder = async () => {
    const placed = await timed("orders", 201, () => request(shop, "POST", "/v1/orders", small));
    if (placed) load.ids.push(idIn(placed));
  };
  const buy = async () => {
    const opened = await timed("sessions", 201, () => requestSession(shop, shop.portfolioId));
    if (opened) await timed("payments", 303, () => payByForm(shop.port, idIn(opened)));
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
