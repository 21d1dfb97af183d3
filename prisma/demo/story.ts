// Everything in the demo's past is done by the product's own functions, with an earlier `now`.
import type { Account, AccountContext, Context } from "#core/context";
import type { Database, Db } from "#core/db";
import type { Draws } from "./draws";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Story {
  /** In the transaction of the step. Its `now` is when the demo was created. */
  ctx: Context;
  account: Account;
  subaccountIds: readonly string[];
  draws: Draws;
  /** New IDs have this time. */
  setTime(now: Date): void;
}

/** The account's context at that time, which new IDs have too. */
export function at(
  { ctx, account, setTime }: Pick<Story, "ctx" | "account" | "setTime">,
  now: Date,
): AccountContext {
  setTime(now);
  return { ...ctx, account, now, clock: () => now };
}

/** The open transaction as a database: what runs its own transactions joins this one. */
export function joined(db: Db): Database {
  const unavailable = () => {
    throw new Error("Not available inside a transaction");
  };
  return {
    prisma: db.prisma,
    query: (statement, values) => db.query(statement, values),
    transaction: (work) => work(db),
    sqlTransaction: (work) => work(db),
    poolWait: unavailable,
    poolSize: unavailable,
    moveTo: unavailable,
    renew: unavailable,
    canWrite: unavailable,
    endStatements: unavailable,
    close: unavailable,
  };
}
