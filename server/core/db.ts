import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { Prisma, PrismaClient } from "#prisma";
import {
  clientClass,
  currentUse,
  defaultUse,
  inTransactionScope,
  startUpLimits,
  withClient,
} from "./db-client";
import { isDiskFailure, isReadOnly, isRetryable } from "./db-errors";
import { type PoolWait, parseInt8, SharedPool } from "./db-pool";
import { schemaOf, urlsOf } from "./db-url";
import { env } from "./env";
import { log } from "./log";
import { tracePrisma } from "./prisma-spans";
import { inStatementSpan } from "./tracing";

/** PostgreSQL parses and plans a named statement once per connection. */
export interface Statement {
  name: string;
  text: string;
  /** Columns get the names of our code: `account_id` becomes `accountId`. */
  inCamelCase?: true;
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

/** An empty JSON column, as Prisma writes it. */
export const NO_JSON = Prisma.DbNull;

/** Raw SQL on the pool or in one transaction. */
export interface Sql {
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** The pool, or one transaction. */
export interface Db extends Sql {
  readonly prisma: Prisma.TransactionClient;
}

export interface Database extends Db {
  /**
   * Runs `work` in one transaction, and again on a serialization failure or deadlock. It is rolled
   * back if it takes longer than its use allows (see db-client.ts).
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Like `transaction`, without Prisma: fewer round trips on hot paths. */
  sqlTransaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  poolWait(): { sales: PoolWait; others: PoolWait };
  poolSize(): { total: number; idle: number };
  /** Connections opened from now on use this URL. */
  moveTo(url: string): void;
  /** Replaces each open connection before its next use. */
  renew(): void;
  /** False from a write that failed for its disk until one succeeds, which this tries. */
  canWrite(): Promise<boolean>;
  /** Ends statements in progress, whose transactions are rolled back. */
  endStatements(): Promise<void>;
  close(): Promise<void>;
}

const END_SESSIONS = "SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid";
const ATTEMPTS = 6;
// Some megabytes, which no page of another table has room for.
const PROBE: Statement = {
  name: "disk-probe",
  text: `CREATE TEMP TABLE disk_probe ON COMMIT DROP AS
    SELECT repeat(md5(n::text), 60) AS filling FROM generate_series(1, 4000) n`,
};
const CONNECT_MS = 10_000;

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

const namesOfColumns = new Map<string, string>();

function camelCase(column: string): string {
  const known = namesOfColumns.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  namesOfColumns.set(column, name);
  return name;
}

/** Makes objects of rows with these columns, whose names become camel case. */
function namedRows<Row>(columns: readonly string[], rows: readonly unknown[][]): Row[] {
  if (rows.length === 0) return [];
  const keys = columns.map(camelCase);
  // To fill an object that has all its keys takes a fifth of the time of adding them.
  const empty = Object.fromEntries(keys.map((key) => [key, null]));
  return rows.map((values) => {
    const row: Record<string, unknown> = { ...empty };
    for (let at = 0; at < keys.length; at += 1) row[keys[at] ?? ""] = values[at];
    return row as Row;
  });
}

function exactNumber(value: unknown): unknown {
  return typeof value === "bigint" ? parseInt8(String(value)) : value;
}

/** The rows that Prisma has read. */
function rowsOfPrisma<Row>({ inCamelCase }: Statement, rows: Record<string, unknown>[]): Row[] {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => Object.values(row).map(exactNumber));
  if (inCamelCase) return namedRows(columns, values);
  return values.map(
    (row) => Object.fromEntries(row.map((value, at) => [columns[at], value])) as Row,
  );
}

function inside(tx: Prisma.TransactionClient): Db {
  return {
    prisma: tx,
    async query<Row>(statement: Statement, values: readonly unknown[]) {
      // Awaited in the span, because Prisma begins only then.
      const rows = await inStatementSpan(
        statement.name,
        async () => await tx.$queryRawUnsafe<Record<string, unknown>[]>(statement.text, ...values),
      );
      return rowsOfPrisma<Row>(statement, rows);
    },
  };
}

async function queryOn<Row>(
  client: Pick<pg.ClientBase, "query">,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const config = { ...statement, values: [...values] };
  const { name, inCamelCase } = statement;
  if (!inCamelCase) return (await inStatementSpan(name, () => client.query(config))).rows as Row[];
  // Not as objects, which would only be made to be renamed.
  const { fields, rows } = await inStatementSpan(name, () =>
    client.query<unknown[]>({ ...config, rowMode: "array" }),
  );
  return namedRows(
    fields.map((field) => field.name),
    rows,
  );
}

async function sqlTransactionOn<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const sql: Sql = { query: (statement, values) => queryOn(client, statement, values) };
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
  /** Behind a pooler, startup parameters are ignored. */
  isPooled: boolean;
}

/** Opens a pool of at most `max` connections, shared with Prisma. */
export function openDatabase(url: string, { max, isPooled }: Opening): Database {
  const pool = new SharedPool({
    connectionString: urlsOf(url)[0],
    max,
    application_name: "carbon-till",
    connectionTimeoutMillis: CONNECT_MS,
    Client: clientClass({ url, isPooled }),
    ...(!isPooled && startUpLimits(defaultUse)),
  });
  // An idle connection reports its loss by this event, which would end the process if unhandled. A
  // statement in progress fails by itself.
  const lost = ({ message }: Error) =>
    log.warn({ event: "database.connection_lost", reason: message }, "database connection lost");
  pool.on("error", lost).on("connect", (client) => client.on("error", lost));
  let hasDiskFailed = false;
  const noteFailure = (error: unknown) => {
    // A pooler keeps its clients when its server becomes a replica, so they have to leave.
    if (isReadOnly(error)) pool.renew();
    if (isDiskFailure(error)) hasDiskFailed = true;
  };
  pool.on("connect", ({ connection }) => connection.on("errorMessage", noteFailure));
  const prisma = new PrismaClient({ adapter: tracePrisma(new PrismaPg(pool, schemaOf(url))) });
  return {
    prisma,
    query: (statement, values) => queryOn(pool, statement, values),
    transaction: (work) =>
      withRetries(() => {
        const { transactionMs: timeout } = currentUse();
        const run = (tx: Prisma.TransactionClient) => inTransactionScope(() => work(inside(tx)));
        return prisma.$transaction(run, { maxWait: CONNECT_MS, timeout });
      }),
    sqlTransaction: (work) => withRetries(() => sqlTransactionOn(pool, work)),
    poolWait: () => pool.wait(),
    poolSize: () => ({ total: pool.totalCount, idle: pool.idleCount }),
    moveTo: (to) => pool.moveTo(to),
    renew: () => pool.renew(),
    async canWrite() {
      if (!hasDiskFailed) return true;
      hasDiskFailed = false;
      await sqlTransactionOn(pool, (sql) => sql.query(PROBE, [])).catch(noteFailure);
      return !hasDiskFailed;
    },
    async endStatements() {
      // A pooler ends them when this process has ended.
      if (!isPooled) await withClient(url, (client) => client.query(END_SESSIONS, [pool.pids()]));
    },
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

// Not `oncePerProcess`, because it can be closed and opened again.
const shared = globalThis as { carbonTillDatabase?: Database };

/** Returns the process's database, opened at first use from DATABASE_URL. */
export function database(): Database {
  if (!shared.carbonTillDatabase) {
    const url = process.env["DATABASE_URL"];
    if (!url) throw new Error("DATABASE_URL is not set and no embedded PostgreSQL was started");
    // Only set if DATABASE_URL is a pooler's.
    const isPooled = env.DATABASE_DIRECT_URL !== undefined;
    shared.carbonTillDatabase = openDatabase(url, { max: env.CT_DATABASE_POOL, isPooled });
  }
  return shared.carbonTillDatabase;
}

/** A signal for admission control. */
export function poolWait(): { sales: PoolWait; others: PoolWait } {
  const none = { queued: 0, oldestMs: 0 };
  return shared.carbonTillDatabase?.poolWait() ?? { sales: none, others: none };
}

/** Open connections, and those of them that are not in use. */
export function poolSize(): { total: number; idle: number } {
  return shared.carbonTillDatabase?.poolSize() ?? { total: 0, idle: 0 };
}

/** Switches to another URL, also for connections already requested. */
export function moveDatabase(url: string): void {
  process.env["DATABASE_URL"] = url;
  shared.carbonTillDatabase?.moveTo(url);
}

/** Ends the process's statements in progress. */
export async function endStatements(): Promise<void> {
  await shared.carbonTillDatabase?.endStatements();
}

/** Closes the process's connections. The next `database()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const open = shared.carbonTillDatabase;
  delete shared.carbonTillDatabase;
  await open?.close();
}
