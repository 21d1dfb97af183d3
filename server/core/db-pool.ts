import pg from "pg";
import { currentUse } from "./db-client";

/** Requests that wait for a connection. */
export interface PoolWait {
  queued: number;
  oldestMs: number;
}

const INT8 = 20;
const DATE = 1082;

export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond exact integers`);
  return value;
}

/** A date stays text: it has no time zone. */
const textParsers = new Map<number, (text: string) => unknown>([
  [INT8, parseInt8],
  [DATE, (text) => text],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : textParsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

interface Waiting {
  since: number;
  mayTakeReserved: boolean;
}

interface Slot {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/** Connections that only orders and payments may use: three of the default ten. */
export function reservedOf(max: number): number {
  return Math.floor(max * 0.3);
}

export class SharedPool extends pg.Pool {
  readonly #timeoutMs: number;
  /** Connections still available to uses without a reservation. */
  #free: number;
  readonly #holders = new Set<pg.PoolClient>();
  readonly #slots: Slot[] = [];
  readonly #waiting = new Set<Waiting>();
  readonly #outdated = new WeakSet<pg.PoolClient>();
  readonly #open = new Set<pg.PoolClient>();

  constructor(options: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super({ ...options, types });
    this.#timeoutMs = options.connectionTimeoutMillis;
    this.#free = options.max - reservedOf(options.max);
    this.on("release", (_error, client) => {
      if (this.#holders.delete(client)) this.#giveSlotBack();
    });
    this.on("connect", (client) => this.#open.add(client));
    this.on("remove", (client) => this.#open.delete(client));
  }

  /** Connections opened from now on use this URL. */
  moveTo(url: string): void {
    this.options.connectionString = url;
  }

  /** Replaces each open connection before its next use. */
  renew(): void {
    for (const client of this.#open) this.#outdated.add(client);
  }

  /** Process IDs of the open connections at PostgreSQL, or those that its pooler invents. */
  pids(): number[] {
    return [...this.#open].map((client) => (client as { processID?: number }).processID ?? 0);
  }

  wait(): { sales: PoolWait; others: PoolWait } {
    const now = performance.now();
    const sales: PoolWait = { queued: 0, oldestMs: 0 };
    const others: PoolWait = { queued: 0, oldestMs: 0 };
    for (const { since, mayTakeReserved } of this.#waiting) {
      const wait = mayTakeReserved ? sales : others;
      wait.queued += 1;
      wait.oldestMs = Math.max(wait.oldestMs, now - since);
    }
    return { sales, others };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Done): void;
  override connect(callback?: Done): Promise<pg.PoolClient> | undefined {
    if (callback) {
      this.#acquire(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#acquire((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #acquire(done: Done): void {
    const { mayTakeReserved } = currentUse();
    const waiting = { since: performance.now(), mayTakeReserved };
    this.#waiting.add(waiting);
    const finish: Done = (error, client, release) => {
      this.#waiting.delete(waiting);
      done(error, client, release);
    };
    if (mayTakeReserved) {
      this.#connect(finish);
      return;
    }
    this.#takeSlot((refused) => {
      if (refused) {
        finish(refused, undefined, () => undefined);
        return;
      }
      this.#connect((error, client, release) => {
        if (client) this.#holders.add(client);
        else this.#giveSlotBack();
        finish(error, client, release);
      });
    });
  }

  #connect(done: Done): void {
    super.connect((error, client, release) => {
      if (!client || !this.#outdated.has(client)) {
        done(error, client, release);
        return;
      }
      release(true);
      this.#connect(done);
    });
  }

  #takeSlot(begin: (refused?: Error) => void): void {
    if (this.#free > 0) {
      this.#free -= 1;
      begin();
      return;
    }
    const timer = setTimeout(() => {
      this.#slots.splice(this.#slots.indexOf(slot), 1);
      begin(new Error("timeout exceeded when trying to connect"));
    }, this.#timeoutMs);
    const slot = { begin, timer };
    this.#slots.push(slot);
  }

  #giveSlotBack(): void {
    const next = this.#slots.shift();
    if (!next) {
      this.#free += 1;
      return;
    }
    clearTimeout(next.timer);
    next.begin();
  }
}
