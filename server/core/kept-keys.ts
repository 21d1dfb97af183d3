// For how long idempotency keys are kept, and which of them are past their time.
import { type Backlog, COUNTED } from "./backlog";
import type { Context } from "./context";
import type { Statement } from "./db";

const KEPT_MS = 30 * 24 * 3_600_000;

/** Keys made before this moment are to be forgotten. */
export function keysKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

const COUNT: Statement = {
  name: "idempotency-backlog",
  text: `
    SELECT count(*)::int AS due, min(created_at) + $3::interval AS "oldestDueAt", 0 AS later,
           0 AS retrying, 0 AS lost
    FROM (SELECT created_at FROM idempotency_keys WHERE created_at < $1::timestamptz LIMIT $2) over`,
};

/** Keys of all accounts that are past their time. */
export async function getKeyBacklog(ctx: Context): Promise<Backlog> {
  const values = [keysKeptSince(ctx.now), COUNTED, `${KEPT_MS} milliseconds`];
  const [row] = await ctx.db.query<Backlog>(COUNT, values);
  if (!row) throw new Error("a backlog was not counted");
  return row;
}
