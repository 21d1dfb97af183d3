// For how long idempotency keys are kept, and which of them are past their time.
import { sql } from "kysely";
import type { Context } from "./context";
import { type CoreTables, type Params, queriesOn } from "./query";
import { type Backlog, COUNTED } from "./workers";

const query = queriesOn<CoreTables>();

const KEPT_MS = 30 * 24 * 3_600_000;

/** Keys made before this moment are to be forgotten. */
export function keysKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

const countOld = query("idempotency-backlog", (db, old: Params<{ since: Date }>) => {
  const keys = db
    .selectFrom("idempotencyKeys")
    .select("createdAt")
    .where("createdAt", "<", old.since)
    .limit(COUNTED);
  const kept = `${KEPT_MS} milliseconds`;
  return db
    .selectFrom(keys.as("keys"))
    .select((eb) => [
      eb.fn.countAll<number>().as("due"),
      sql<Date | null>`min(created_at) + ${kept}::interval`.as("oldestDueAt"),
      eb.lit(0).as("later"),
      eb.lit(0).as("retrying"),
      eb.lit(0).as("lost"),
    ]);
});

/** Keys of all accounts that are past their time. */
export async function getKeyBacklog(ctx: Context): Promise<Backlog> {
  const [row] = await countOld(ctx.db, { since: keysKeptSince(ctx.now) });
  if (!row) throw new Error("a backlog was not counted");
  return row;
}
