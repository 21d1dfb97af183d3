// Whether the running code is inside a database transaction, for work that must never be.
import { AsyncLocalStorage } from "node:async_hooks";

// One per process: the bundler makes a second copy of this module for the pages.
const shared = globalThis as { carbonTillTransactionScope?: AsyncLocalStorage<true> };
shared.carbonTillTransactionScope ??= new AsyncLocalStorage<true>();
const scope = shared.carbonTillTransactionScope;

/** Runs the work of a transaction. */
export function inTransactionScope<T>(work: () => T): T {
  return scope.run(true, work);
}

export function isInTransaction(): boolean {
  return scope.getStore() === true;
}
