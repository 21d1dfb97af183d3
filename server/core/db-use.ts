// Limits of each kind of work: time, and reserved connections.
import { AsyncLocalStorage } from "node:async_hooks";
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
