// Clients that send the limits of each kind of work: time, and reserved connections.
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { DatabaseClient, primaryClientClass, primaryUrl } from "./db-hosts";
import { env } from "./env";
import { log } from "./log";
import { oncePerProcess } from "./once-per-process";

/** In milliseconds. */
export interface DatabaseLimits {
  statementMs: number;
  /** Waiting for another transaction's rows; the request then fails and is repeated. */
  lockMs: number;
  /** A process that freezes inside a transaction loses it with its locks. */
  idleMs: number;
}

export interface DatabaseUse extends DatabaseLimits {
  /** Limit of a whole Prisma transaction. */
  transactionMs: number;
  /** May use the connections reserved for orders and payments. */
  mayTakeReserved: boolean;
}

const HOUR_MS = 3_600_000;
const request: DatabaseUse = {
  statementMs: 15_000,
  lockMs: 3000,
  idleMs: 10_000,
  transactionMs: 120_000,
  mayTakeReserved: false,
};

const uses = {
  sales: { ...request, mayTakeReserved: true },
  /** A statement for several orders, which are tried one by one if it fails. */
  group: { ...request, mayTakeReserved: true, lockMs: 200 },
  /** Anything else that someone waits for, and the default. */
  request,
  /** The worker. */
  background: { ...request, statementMs: 300_000 },
  /** Lists downloaded as a file, page by page. */
  export: { ...request, statementMs: 60_000 },
  /** Ledger checks, imports and CLI commands. */
  long: { ...request, statementMs: HOUR_MS, transactionMs: HOUR_MS, idleMs: 120_000 },
} satisfies Record<string, DatabaseUse>;

export type DatabaseUseName = keyof typeof uses;

/** Connections are opened with these limits, so they cost no extra message. */
export const defaultUse: DatabaseUse = uses.request;

const current = oncePerProcess("database-use", () => new AsyncLocalStorage<DatabaseUse>());

export function withDatabaseUse<T>(name: DatabaseUseName, work: () => Promise<T>): Promise<T> {
  // Prisma's promises start when awaited, which must happen inside.
  return current.run(uses[name], async () => await work());
}

export function currentUse(): DatabaseUse {
  return current.getStore() ?? defaultUse;
}

const transactionScope = oncePerProcess("transaction-scope", () => new AsyncLocalStorage<true>());

export function inTransactionScope<T>(work: () => T): T {
  return transactionScope.run(true, work);
}

export function isInTransaction(): boolean {
  return transactionScope.getStore() === true;
}

/** The internals of pg's queries, which its types leave out. */
interface Wire {
  parse(message: { text: string; name: string }): void;
  bind(message: { values: unknown[] }): void;
  execute(message: object): void;
  parsedStatements: Record<string, string>;
}
interface QueryInternals {
  name?: string;
  requiresPreparation(): boolean;
  prepare(connection: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleError(error: unknown, connection: Wire): void;
}
type QueryClass = new (config: object, values?: unknown, callback?: unknown) => QueryInternals;

/** SQLSTATEs seen when a pooler moves a named statement to another server connection. */
const STATEMENT_LOST = new Set(["26000", "42P05"]);
let isLossLogged = false;

function logLostStatement(error: unknown): void {
  const { code } = (error ?? {}) as { code?: string };
  if (isLossLogged || !STATEMENT_LOST.has(code ?? "")) return;
  isLossLogged = true;
  log.error(
    { event: "database.prepared_statement_lost", code },
    "prepared statement lost; set CT_PREPARED=0, or use PgBouncer 1.21 or later with " +
      "max_prepared_statements",
  );
}

/**
 * Sends the time limits in the same message as the statement, which saves a round trip. Outside a
 * transaction everything up to the Sync is one transaction, so the limits end with it.
 */
class LimitedQuery extends (pg.Query as unknown as QueryClass) {
  readonly #limits: string;
  readonly #onUncertain: (name: string) => void;
  #isOwn = false;
  #isPrepared = false;

  constructor(
    config: object,
    how: { limits: string; onUncertain: (name: string) => void },
    values?: unknown,
    callback?: unknown,
  ) {
    super(config, values, callback);
    this.#limits = how.limits;
    this.#onUncertain = how.onUncertain;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Wire): void {
    connection.parse({ text: this.#limits, name: "" });
    connection.bind({ values: [] });
    connection.execute({});
    super.prepare(connection);
  }

  override handleRowDescription(message: unknown): void {
    this.#isPrepared = true;
    super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isOwn) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isOwn) super.handleCommandComplete(message, connection);
    this.#isOwn = true;
  }

  override handleError(error: unknown, connection: Wire): void {
    // pg mistakes the limits' ParseComplete for the statement's.
    if (this.name && !this.#isPrepared) this.#onUncertain(this.name);
    if (this.name) logLostStatement(error);
    super.handleError(error, connection);
  }
}

const NAMES = {
  statementMs: "statement_timeout",
  lockMs: "lock_timeout",
  idleMs: "idle_in_transaction_session_timeout",
} as const satisfies Record<keyof DatabaseLimits, string>;
const kinds = Object.entries(NAMES) as [keyof DatabaseLimits, string][];

/** Returns the limits as startup parameters, for connections without a pooler. */
export function startUpLimits(limits: DatabaseLimits): Record<string, number> {
  return Object.fromEntries(kinds.map(([kind, name]) => [name, limits[kind]]));
}

/** Statements that may take longer would go on for minutes without the process that waits for them. */
const LONG_MS = 60_000;

// PostgreSQL looks every two seconds whether the process is still there. On Windows it cannot.
const CHECK_CLIENT = `set_config('client_connection_check_interval',
  CASE WHEN version() ~* 'windows|mingw|visual c' THEN '0' ELSE '2000' END, true)`;

function begin(limits: DatabaseLimits): string {
  const settings = kinds.map(([kind, name]) => `SET LOCAL ${name} = ${limits[kind]}`);
  if (limits.statementMs > LONG_MS) settings.push(`SELECT ${CHECK_CLIENT}`);
  return ["BEGIN", ...settings].join(";");
}

function setForOne(limits: DatabaseLimits): string {
  const calls = kinds.map(([kind, name]) => `set_config('${name}', '${limits[kind]}', true)`);
  if (limits.statementMs > LONG_MS) calls.push(CHECK_CLIENT);
  return `SELECT ${calls.join(", ")}`;
}

interface Connection {
  /** May name several hosts. */
  url: string;
  isPooled: boolean;
}

/** Returns the limits to send along, or null if the connection has them from its start. */
function limitsToSend({ isPooled }: Connection): DatabaseLimits | null {
  const use = currentUse();
  const isDefault = kinds.every(([kind]) => use[kind] === defaultUse[kind]);
  return isDefault && !isPooled ? null : use;
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Returns a pool's client class. A pooler ignores startup parameters, so each transaction and each
 * single statement brings its limits along.
 */
export function clientClass(connection: Connection): new () => pg.ClientBase {
  class LimitedClient extends primaryClientClass(connection.url) {
    #isInTransaction = false;
    /**
     * Statements that failed before we knew whether PostgreSQL has stored them under their name.
     */
    readonly #uncertain = new Set<string>();

    #send: Query = (config, values, callback) => (super.query as Query)(config, values, callback);

    #limited(limits: DatabaseLimits, config: object, values?: unknown, callback?: unknown) {
      const onUncertain = (name: string) => this.#uncertain.add(name);
      const how = { limits: setForOne(limits), onUncertain };
      if (callback || typeof values === "function") {
        return this.#send(new LimitedQuery(config, how, values, callback));
      }
      return new Promise((resolve, reject) => {
        const settle = (error: unknown, result: unknown) =>
          error ? reject(error) : resolve(result);
        this.#send(new LimitedQuery(config, how, values, settle));
      });
    }

    #queryWithin: Query = (given, values, callback) => {
      const config: pg.QueryConfig =
        typeof given === "string" ? { text: given } : { ...(given as pg.QueryConfig) };
      if (!env.CT_PREPARED || this.#uncertain.has(config.name ?? "")) delete config.name;
      const limits = this.#isInTransaction ? null : limitsToSend(connection);
      if (config.text === "BEGIN") {
        this.#isInTransaction = true;
        if (limits) config.text = begin(limits);
      } else if (config.text === "COMMIT" || config.text === "ROLLBACK") {
        this.#isInTransaction = false;
      } else if (limits) {
        return this.#limited(limits, config, values, callback);
      }
      return this.#send(config, values, callback);
    };

    override query = this.#queryWithin as unknown as pg.Client["query"];
  }
  return LimitedClient;
}

/** Runs `work` on a connection of its own, outside the pools. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const connectionString = await primaryUrl(url);
  const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
