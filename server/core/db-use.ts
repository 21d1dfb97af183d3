// What each kind of work may take from the database: how long, and out of which connections.
import { AsyncLocalStorage } from "node:async_hooks";
import { oncePerProcess } from "./once-per-process";

/** The time limits of a session or transaction, in milliseconds. */
export interface DatabaseLimits {
  statementMs: number;
  /** Nothing waits longer for another transaction's rows: a request fails and is repeated. */
  lockMs: number;
  /** A process that freezes in the middle of a transaction loses it, and the locks it held. */
  idleMs: number;
}

export interface DatabaseUse extends DatabaseLimits {
  /** A whole transaction by Prisma: what is not over by then is rolled back. */
  transactionMs: number;
  /** Whether it may take the connections that are kept for orders and payments. */
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
  /** Requests that place orders or take payments. */
  sales: { ...request, mayTakeReserved: true },
  /** Whatever else a person or a client waits for; also work that names no use. */
  request,
  /** The worker's turns. */
  background: { ...request, statementMs: 300_000 },
  /** A list as a file, page by page. */
  export: { ...request, statementMs: 60_000 },
  /** Ledger checks, imports, and the operator's commands. */
  long: { ...request, statementMs: HOUR_MS, transactionMs: HOUR_MS, idleMs: 120_000 },
} satisfies Record<string, DatabaseUse>;

export type DatabaseUseName = keyof typeof uses;

/** The use that connections are opened for: it costs no extra message. */
export const defaultUse: DatabaseUse = uses.request;

const current = oncePerProcess("database-use", () => new AsyncLocalStorage<DatabaseUse>());

/** Runs `work` with this use's limits and connections. */
export function withDatabaseUse<T>(name: DatabaseUseName, work: () => Promise<T>): Promise<T> {
  // Awaited inside: what Prisma returns does nothing before that.
  return current.run(uses[name], async () => await work());
}

export function currentUse(): DatabaseUse {
  return current.getStore() ?? defaultUse;
}

const transactionScope = oncePerProcess("transaction-scope", () => new AsyncLocalStorage<true>());

/** Runs the work of a transaction. */
export function inTransactionScope<T>(work: () => T): T {
  return transactionScope.run(true, work);
}

export function isInTransaction(): boolean {
  return transactionScope.getStore() === true;
}
