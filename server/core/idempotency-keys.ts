import { sql } from "kysely";
import type { Context } from "./context";
import { type CoreTables, type Params, queriesOn } from "./query";
import { type Backlog, MAX_COUNTED } from "./workers";

const query = queriesOn<CoreTables>();

const LIFETIME_MS = 30 * 24 * 3_600_000;

/** Returns the time before which keys have expired. */
function expiredKeysBefore(now: Date): Date {
  return new Date(now.getTime() - LIFETIME_MS);
}

const countOld = query("idempotency-backlog", (db, old: Params<{ since: Date }>) => {
  const keys = db
    .selectFrom("idempotencyKeys")
    .select("createdAt")
    .where("createdAt", "<", old.since)
    .limit(MAX_COUNTED);
  const lifetime = `${LIFETIME_MS} milliseconds`;
  return db
    .selectFrom(keys.as("keys"))
    .select((eb) => [
      eb.fn.countAll<number>().as("due"),
      sql<Date | null>`min(created_at) + ${lifetime}::interval`.as("oldestDueAt"),
      eb.lit(0).as("later"),
      eb.lit(0).as("retrying"),
      eb.lit(0).as("lost"),
    ]);
});

/** Counts the expired keys of all accounts. */
export async function getKeyBacklog(ctx: Context): Promise<Backlog> {
  const [row] = await countOld(ctx.db, { since: expiredKeysBefore(ctx.now) });
  if (!row) throw new Error("the backlog query returned no row");
  return row;
}

/** Deletes expired keys. Returns how many. */
export async function deleteExpiredKeys(
  { db, now }: Pick<Context, "db" | "now">,
  { limit }: { limit: number },
): Promise<number> {
  const { idempotencyKey } = db.prisma;
  const createdAt = { lt: expiredKeysBefore(now) };
  const old = await idempotencyKey.findMany({
    where: { createdAt },
    select: { accountId: true, key: true },
    take: limit,
  });
  if (old.length === 0) return 0;
  return (await idempotencyKey.deleteMany({ where: { OR: old, createdAt } })).count;
}
