// Outcomes, clients at once, and waiting: shared by the drivers of the world.
import { setTimeout as sleep } from "node:timers/promises";

export interface Outcome {
  /** Description of what ran, with figures. */
  summary: string;
  faults: string[];
  /** Reason why it can't run on this machine. */
  skipped?: string;
}

const SETTLE_TIMEOUT_MS = 120_000;
const MAX_IN_FLIGHT = 500;

/** The item of a list whose turn it is. @throws if the list is empty */
export function inTurn<Item>(items: readonly Item[], nth: number): Item {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error("nothing to take turns");
  return item;
}

/** Runs the work `count` times, at most `most` at once. */
export async function runConcurrently<T>(
  count: number,
  work: (index: number) => Promise<T>,
  most = MAX_IN_FLIGHT,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const clients = Array.from({ length: Math.min(count, most) }, async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  });
  await Promise.all(clients);
  return results;
}

/** Waits until the condition holds. Returns false if it takes too long. */
export async function waitUntil(
  isReached: () => boolean | Promise<boolean>,
  { timeoutMs = SETTLE_TIMEOUT_MS, pauseMs = 50 } = {},
): Promise<boolean> {
  for (const until = Date.now() + timeoutMs; !(await isReached()); await sleep(pauseMs)) {
    if (Date.now() > until) return false;
  }
  return true;
}

/** Waits until the count is zero; reports a fault if it takes too long. */
export async function awaitZero(count: () => Promise<number>, problem: string): Promise<string[]> {
  let left = 0;
  const isOver = await waitUntil(async () => {
    left = await count();
    return left === 0;
  });
  return isOver ? [] : [`${left} orders ${problem} after ${SETTLE_TIMEOUT_MS / 1000} s`];
}

/** Runs the work again and again until `isOver`. */
export async function repeatUntil(
  isOver: () => boolean,
  pauseMs: () => number,
  work: (round: number) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; !isOver(); round += 1) {
    await work(round);
    await sleep(pauseMs());
  }
}

/** Such as "12 × 200, 3 × 503". */
export function formatCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(", ");
}

export function countIn(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
