import type { Context, Mode, SqlContext } from "#core/context";
import type { Database, Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, dueBacklog, MAX_COUNTED, signalWork } from "#core/workers";
import { lockStock } from "#domain/catalogue";
import type { OrderTables } from "#domain/orders";
import { returnFreedStock } from "./hold-stock";
import type { MovedHolds } from "./move-holds";
import type { HoldTables } from "./tables";

const query = queriesOn<HoldTables & OrderTables>();

/** Keeps transactions short, so that others wait only briefly for the rows. */
const BATCH = 1000;

const expireDue = query("holds-expire-due", (db, batch: Params<{ now: Date; limit: number }>) =>
  db
    .with("due", (qb) =>
      qb
        .selectFrom("stockHolds")
        .select(["accountId", "id"])
        .where("state", "=", "held")
        .where("expiresAt", "<=", batch.now)
        .orderBy("expiresAt")
        .limit(batch.limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("stockHolds as hold")
    .from("due")
    .set({ state: "expired", endedAt: batch.now, isFreed: true })
    .whereRef("hold.accountId", "=", "due.accountId")
    .whereRef("hold.id", "=", "due.id")
    .returning("hold.id"),
);

// A cancellation releases the order's hold; this covers any that forgets to.
const releaseCancelled = query("holds-release-cancelled", (db, of: Params<{ now: Date }>) =>
  db
    .updateTable("stockHolds as hold")
    .from("orders")
    .set({ state: "released", endedAt: of.now, isFreed: true })
    .whereRef("orders.accountId", "=", "hold.accountId")
    .whereRef("orders.id", "=", "hold.orderId")
    .where("orders.state", "=", "cancelled")
    .where("hold.orderId", "is not", null)
    .where("hold.state", "=", "held"),
);

const findModes = query("holds-find-modes", (db, _none: Params<object>) =>
  db
    .selectFrom("stockHolds")
    .select("mode")
    .distinct()
    .where((eb) => eb.or([eb("state", "=", "held"), eb("isFreed", "=", true)])),
);

interface Sweep {
  database: Database;
  /** Moves holds of more than is in stock, in the transaction of `ctx`. */
  move: (ctx: SqlContext, mode: Mode) => Promise<MovedHolds>;
}

/** Returns true if it changed anything. */
async function settleMode(ctx: SqlContext, mode: Mode, move: Sweep["move"]): Promise<boolean> {
  await lockStock(ctx, mode);
  const isFreed = (await returnFreedStock(ctx, mode)) !== null;
  const { changed } = await move(ctx, mode);
  return isFreed || changed > 0;
}

/**
 * Expires due holds, moves those of more than is in stock, and lets matching try again what their
 * end makes possible. In transactions of its own. Returns true if it changed anything.
 */
export async function sweepHolds(ctx: Context, { database, move }: Sweep): Promise<boolean> {
  const now = () => new Date();
  let expired: number;
  let isChanged = false;
  do {
    const batch = { now: ctx.now, limit: BATCH };
    expired = await database.sqlTransaction(async (db) => (await expireDue(db, batch)).length);
    isChanged ||= expired > 0;
  } while (expired === BATCH);
  await releaseCancelled(ctx.db, { now: ctx.now });
  for (const { mode } of await findModes(ctx.db, {})) {
    const settle = (db: Sql) => settleMode({ ...ctx, db, now: now() }, mode, move);
    isChanged = (await database.sqlTransaction(settle)) || isChanged;
  }
  signalWork();
  return isChanged;
}

const countDue = query("holds-backlog", (db, { now }: Params<{ now: Date }>) =>
  db
    .with(
      (cte) => cte("over").materialized(),
      (qb) =>
        qb
          .selectFrom("stockHolds")
          .select("expiresAt")
          .where("state", "=", "held")
          .where("expiresAt", "<=", now)
          .orderBy("expiresAt")
          .limit(MAX_COUNTED),
    )
    .selectFrom("over")
    .select(({ fn }) => [
      fn.countAll<number>().as("due"),
      fn.min<Date | null>("expiresAt").as("oldestDueAt"),
    ]),
);

/** Holds of all accounts, live and test, past their expiration. */
export async function getHoldBacklog({ db, now }: Context): Promise<Backlog> {
  return dueBacklog(await countDue(db, { now }));
}
