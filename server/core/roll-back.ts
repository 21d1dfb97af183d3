import type { Database, Db } from "./db";

/** Carries a result out of its transaction. */
class RolledBack<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("a preview changes nothing");
    this.result = result;
  }
}

/**
 * Runs the work in a transaction that is rolled back, and returns its result. A preview that runs
 * the work itself has no rules of its own, which could differ from those of the work.
 */
export async function rollBack<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (db) => {
      throw new RolledBack(await work(db));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
