// The one way to PostgreSQL: Prisma for most work, and a pg pool for the hot paths' own SQL.
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "#prisma";
import { clientClass, startUpLimits } from "./db-client";
import { isRetryable } from "./db-errors";
import { type PoolWait, SharedPool } from "./db-pool";
import { currentUse, defaultUse, inTransactionScope } from "./db-use";
import { env } from "./env";
import { log } from "./log";

/** A named SQL statement; the name makes PostgreSQL parse and plan it once per connection. */
export interface Statement {
  name: string;
  text: string;
}

type Columns<Model extends Prisma.ModelName> = (typeof Prisma)[`${Model}ScalarFieldEnum`];

/** The columns of a model's table, in the order of the schema, but for those in `except`. */
export function columnsOf<
  Model extends Prisma.ModelName,
  Except extends keyof Columns<Model> = never,
>(model: Model, except: readonly Except[] = []): Exclude<keyof Columns<Model>, Except>[] {
  const names = Object.keys(Prisma[`${model}ScalarFieldEnum`]);
  const left = names.filter((name) => !except.some((one) => one === name));
  return left as Exclude<keyof Columns<Model>, Except>[];
}

/** Hand-written SQL on a connection: the pool's, or one transaction's. */
export interface Sql {
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** A connection to work with: the pool, or one transaction. */
export interface Db extends Sql {
  readonly prisma: Prisma.TransactionClient;
}

export interface Database extends Db {
  /**
   * Runs `work` in one transaction, again from the start on a serialization failure or deadlock.
   * One that is not over in the time of its use (see db-use.ts) is rolled back.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same for work that is all hand-written SQL: no Prisma between it and the wire. */
  sqlTransaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** What waits for a connection: orders and payments, and all else. */
  poolWait(): { sales: PoolWait; others: PoolWait };
  /** Points the connections that are still to be opened to another address. */
  moveTo(url: string): void;
  close(): Promise<void>;
}

const INT8 = 20;
const ATTEMPTS = 6;
const CONNECT_MS = 10_000;
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond exact integers`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== "binary" ? parseInt8 : pg.types.getTypeParser(oid, format),
};

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= ATTEMPTS || !isRetryable(error)) throw error;
      const pauseMs = Math.random() * 10 * 2 ** tried;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function exactNumbers(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return row;
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === "bigint" ? parseInt8(String(value)) : value,
  ]);
  return Object.fromEntries(entries);
}

function inside(tx: Prisma.TransactionClient): Db {
  return {
    prisma: tx,
    async query<Row>(statement: Statement, values: readonly unknown[]) {
      const rows = await tx.$queryRawUnsafe<unknown[]>(statement.text, ...values);
      return rows.map(exactNumbers) as Row[];
    },
  };
}

async function sqlTransactionOn<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const sql: Sql = {
      async query<Row>(statement: Statement, values: readonly unknown[]) {
        const answer = await client.query({ ...statement, values: [...values] });
        return answer.rows as Row[];
      },
    };
    const result = await inTransactionScope(() => work(sql));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

interface Opening {
  max: number;
  /** Whether a pooler may stand between: what a connection is told at its start goes no further. */
  isPooled: boolean;
}

/** Opens a pool of at most `max` connections, which Prisma shares. */
export function openDatabase(url: string, { max, isPooled }: Opening): Database {
  const pool = new SharedPool({
    connectionString: url,
    max,
    application_name: "carbon-till",
    connectionTimeoutMillis: CONNECT_MS,
    Client: clientClass({ isPooled }),
    ...(!isPooled && startUpLimits(defaultUse)),
    types,
  });
  // A connection that is lost while nothing runs on it says so by an event; unheard, it would end
  // the process. Whoever holds the connection learns of it from the next statement.
  const lost = ({ message }: Error) =>
    log.warn({ event: "database.connection_lost", reason: message }, "database connection lost");
  pool.on("error", lost).on("connect", (client) => client.on("error", lost));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    async query<Row>(statement: Statement, values: readonly unknown[]) {
      const answer = await pool.query({ ...statement, values: [...values] });
      return answer.rows as Row[];
    },
    transaction: (work) =>
      withRetries(() => {
        const { transactionMs: timeout } = currentUse();
        const run = (tx: Prisma.TransactionClient) => inTransactionScope(() => work(inside(tx)));
        return prisma.$transaction(run, { maxWait: CONNECT_MS, timeout });
      }),
    sqlTransaction: (work) => withRetries(() => sqlTransactionOn(pool, work)),
    poolWait: () => pool.wait(),
    moveTo: (to) => pool.moveTo(to),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

// One per process, also where a bundler loads this module twice.
const shared = globalThis as { carbonTillDatabase?: Database };

/** The process's database, opened at first use from DATABASE_URL. */
export function database(): Database {
  if (!shared.carbonTillDatabase) {
    const url = process.env["DATABASE_URL"];
    if (!url) throw new Error("DATABASE_URL is not set and no embedded PostgreSQL was started");
    // Who gives an address of PostgreSQL itself too says that the other one is a pooler's.
    const isPooled = env.DATABASE_DIRECT_URL !== undefined;
    shared.carbonTillDatabase = openDatabase(url, { max: env.CT_DATABASE_POOL, isPooled });
  }
  return shared.carbonTillDatabase;
}

/** What waits for a connection in this process: a signal for admission control. */
export function poolWait(): { sales: PoolWait; others: PoolWait } {
  const none = { queued: 0, oldestMs: 0 };
  return shared.carbonTillDatabase?.poolWait() ?? { sales: none, others: none };
}

/** Follows the database to another address. */
export function moveDatabase(url: string): void {
  process.env["DATABASE_URL"] = url;
  shared.carbonTillDatabase?.moveTo(url);
}

/** Ends the process's connections; the next `database()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const open = shared.carbonTillDatabase;
  delete shared.carbonTillDatabase;
  await open?.close();
}
