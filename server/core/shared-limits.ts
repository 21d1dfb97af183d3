// Limits that hold for all processes together, counted in the table rate_limits.
import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { database } from "./db";
import { withDatabaseUse } from "./db-use";

interface Limit {
  /** Separates the counts of limits with the same names. */
  kind: string;
  points: number;
  /** In seconds. */
  duration: number;
}

interface StoreQuery {
  name?: string;
  text: string;
  values?: unknown[];
}

const storeClient = {
  async query({ name = "", text, values = [] }: StoreQuery) {
    const rows = await withDatabaseUse("request", () => database().query({ name, text }, values));
    return { rows, rowCount: rows.length };
  },
};

function openStore({ kind, ...limit }: Limit, more: object = {}): RateLimiterPostgres {
  const table = { tableName: "rate_limits", tableCreated: true, storeType: "client" };
  return new RateLimiterPostgres({ ...limit, ...more, ...table, storeClient, keyPrefix: kind });
}

/** Counts in the table, for limits on guessing. Counts in this process while there is no database. */
export function exactLimiter(limit: Limit): RateLimiterPostgres {
  const { points, duration } = limit;
  return openStore(limit, {
    // Beyond the limit, a name costs no more statements.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  });
}

/** Counts of a name that processes know of each other, until `endsAt`. */
interface Count {
  unsent: number;
  sending: number;
  /** Of this process, and of all. */
  own: number;
  total: number;
  endsAt: number;
  settled: Promise<void>;
}

/**
 * Counts in this process, and adds a tenth of the limit at a time to the table. No request waits
 * for that. So each process may allow a tenth more, and what arrives while it writes.
 */
export class SettledLimiter {
  readonly points: number;
  readonly #local: RateLimiterMemory;
  readonly #store: RateLimiterPostgres;
  readonly #portion: number;
  readonly #counts = new LRUCache<string, Count>({ max: 10_000 });

  constructor(limit: Limit) {
    const { points, duration } = limit;
    this.points = points;
    this.#local = new RateLimiterMemory({ points, duration });
    this.#store = openStore(limit);
    this.#portion = Math.ceil(points / 10);
  }

  /** @throws RateLimiterRes if the limit is exceeded */
  async consume(name: string): Promise<RateLimiterRes> {
    const count = this.#countOf(name);
    const left = this.#leftOf(count);
    if (left <= 0) throw new RateLimiterRes(0, Math.max(count.endsAt - Date.now(), 1));
    const state = await this.#local.consume(name);
    // Counts that a slow database did not take in time are dropped with their period.
    if (state.isFirstInDuration) count.unsent = 0;
    count.unsent += 1;
    if (count.unsent >= this.#portion && count.sending === 0) {
      count.settled = this.#send(name, count).catch(() => undefined);
    }
    const remaining = Math.min(state.remainingPoints, left - 1);
    return new RateLimiterRes(remaining, state.msBeforeNext, state.consumedPoints);
  }

  /** Resolves when the others know of the last portion. */
  async settled(name: string): Promise<void> {
    await this.#counts.get(name)?.settled;
  }

  #countOf(name: string): Count {
    const known = this.#counts.get(name);
    if (known) return known;
    const settled = Promise.resolve();
    const count = { unsent: 0, sending: 0, own: 0, total: 0, endsAt: 0, settled };
    this.#counts.set(name, count);
    return count;
  }

  /** Infinite if no other process has counted: then the local limit is exact. */
  #leftOf(count: Count): number {
    if (Date.now() >= count.endsAt) Object.assign(count, { own: 0, total: 0 });
    if (count.total <= count.own) return Number.POSITIVE_INFINITY;
    return this.points - count.total - count.unsent - count.sending;
  }

  async #send(name: string, count: Count): Promise<void> {
    try {
      while (count.unsent >= this.#portion) {
        const portion = count.unsent;
        Object.assign(count, { unsent: 0, sending: portion });
        const { consumedPoints, msBeforeNext } = await this.#store.penalty(name, portion);
        const isSamePeriod = consumedPoints >= count.total + portion;
        count.own = (isSamePeriod ? count.own : 0) + portion;
        count.total = consumedPoints;
        count.endsAt = Date.now() + msBeforeNext;
      }
    } finally {
      count.sending = 0;
    }
  }
}
