// Limits that hold for all processes together, counted in the table rate_limits.
import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { database, type Statement } from "./db";
import { withDatabaseUse } from "./db-client";

interface Limit {
  /** Separates the counts of limits with the same names. */
  kind: string;
  points: number;
  /** In seconds. */
  duration: number;
}

interface StoreQuery extends Statement {
  values?: unknown[];
}

const storeClient = {
  query: <Row>({ name, text, values = [] }: StoreQuery) =>
    withDatabaseUse("request", () => database().query<Row>({ name, text }, values)),
};

/** In milliseconds since 1970. */
const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

const COUNT = {
  name: "rate-limits-count",
  text: `
    INSERT INTO rate_limits AS known (key, points, expire) VALUES ($1, $2, ${NOW} + $3)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN known.expire <= excluded.expire - $3 THEN excluded.points
                    ELSE known.points + excluded.points END,
      expire = CASE WHEN known.expire <= excluded.expire - $3 THEN excluded.expire
                    ELSE known.expire END
    RETURNING points, expire - ${NOW} AS "leftMs"`,
};

const CLEAR = {
  name: "rate-limits-clear",
  text: `DELETE FROM rate_limits WHERE expire < ${NOW} - 3600000`,
};

interface Counted {
  points: number;
  leftMs: number;
}

/**
 * With periods by the clock of the database. By those of the processes, which the library uses, a
 * process whose clock is ahead would end a period for all, or make it last as long as it is ahead.
 */
class DatabaseLimiter extends RateLimiterPostgres {
  /** Overrides the library's statement. */
  async _upsert(key: string, points: number, durationMs: number) {
    const [row] = await storeClient.query<Counted>({ ...COUNT, values: [key, points, durationMs] });
    if (!row) throw new Error("no count");
    // The library subtracts the process's time again.
    return { rows: [{ points: row.points, expire: Date.now() + row.leftMs }] };
  }

  /** Overrides the library's statement, which it calls every five minutes. */
  async clearExpired(): Promise<void> {
    await storeClient.query(CLEAR).catch(() => undefined);
  }
}

function openStore({ kind, ...limit }: Limit, more: object = {}): DatabaseLimiter {
  const table = { tableName: "rate_limits", tableCreated: true, storeType: "client" };
  return new DatabaseLimiter({ ...limit, ...more, ...table, storeClient, keyPrefix: kind });
}

/** Counts in the table, for limits on guessing. Counts in this process while there is no database. */
export function exactLimiter(limit: Limit): DatabaseLimiter {
  const { points, duration } = limit;
  return openStore(limit, {
    // Beyond the limit, a name costs no more statements.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  });
}

/** Like `exactLimiter`; what this process has seen too often costs no statement. */
export class GuardedLimiter {
  readonly points: number;
  readonly #own: RateLimiterMemory;
  readonly #exact: DatabaseLimiter;

  constructor(limit: Limit) {
    const { points, duration } = limit;
    this.points = points;
    this.#own = new RateLimiterMemory({ points, duration });
    this.#exact = exactLimiter(limit);
  }

  /** @throws RateLimiterRes if the limit is exceeded */
  async consume(name: string): Promise<RateLimiterRes> {
    await this.#own.consume(name);
    return this.#exact.consume(name);
  }
}

/** Counts of a name that processes know of each other, until `endsAt` of `performance.now()`. */
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
  readonly #store: DatabaseLimiter;
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
    if (left <= 0) throw new RateLimiterRes(0, Math.max(count.endsAt - performance.now(), 1));
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
    if (performance.now() >= count.endsAt) Object.assign(count, { own: 0, total: 0 });
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
        count.endsAt = performance.now() + msBeforeNext;
      }
    } finally {
      count.sending = 0;
    }
  }
}
