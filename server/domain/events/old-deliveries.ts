// Deletion of old deliveries and events. Events of orders stay, because the books are checked
// against them.
import { type SqlBool, sql } from "kysely";
import type { Context, SqlContext } from "#core/context";
import { firstIdAt } from "#core/id";
import { changeInPages } from "#core/id-pages";
import { type Params, queriesOn, unnest } from "#core/query";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

interface OldRows {
  accountId: string;
  /** Everything of events before this time. */
  before: Date;
  limit: number;
}

interface Range {
  accountId: string;
  before: string;
  limit: number;
}

interface DeliveryKey {
  eventId: string;
  receiver: string;
}

// Skips those that are redelivered now. Once locked here, a redelivery finds them deleted.
const lockEnded = query("events-lock-old-deliveries", (db, old: Params<Range>) =>
  db
    .selectFrom("deliveries")
    .select(["eventId", "receiver"])
    .where("accountId", "=", old.accountId)
    .where("eventId", "<", old.before)
    .where("state", "<>", "pending")
    .orderBy("eventId")
    .orderBy("receiver")
    .limit(old.limit)
    .forUpdate()
    .skipLocked(),
);

type Keys = { accountId: string; keys: readonly DeliveryKey[] };

const deleteAttempts = query("events-delete-attempts", (db, old: Params<Keys>) =>
  db
    .deleteFrom("deliveryAttempts as a")
    .using(unnest("keys", old.keys, { eventId: "text", receiver: "text" }))
    .where("a.accountId", "=", old.accountId)
    .whereRef("a.eventId", "=", "keys.eventId")
    .whereRef("a.receiver", "=", "keys.receiver"),
);

const deleteDeliveries = query("events-delete-deliveries", (db, old: Params<Keys>) =>
  db
    .deleteFrom("deliveries as d")
    .using(unnest("keys", old.keys, { eventId: "text", receiver: "text" }))
    .where("d.accountId", "=", old.accountId)
    .whereRef("d.eventId", "=", "keys.eventId")
    .whereRef("d.receiver", "=", "keys.receiver"),
);

/** Deletes ended deliveries with their attempts. Returns how many. */
export async function deleteOldDeliveries(
  { db }: SqlContext,
  { accountId, before: time, limit }: OldRows,
): Promise<number> {
  const before = firstIdAt("event", time);
  const keys = await lockEnded(db, { accountId, before, limit });
  if (keys.length === 0) return 0;
  await deleteAttempts(db, { accountId, keys });
  await deleteDeliveries(db, { accountId, keys });
  return keys.length;
}

/** Of an event `e`. Tested again after locking: a delivery may have been committed in between. */
const isUndelivered = sql<SqlBool>`NOT EXISTS (
  SELECT FROM deliveries d WHERE d.account_id = e.account_id AND d.event_id = e.id)`;

// A new delivery of an event needs a lock that this one excludes.
const lockUndelivered = query("events-lock-old", (db, old: Params<Range>) =>
  db
    .selectFrom("events as e")
    .select("e.id")
    .where("e.accountId", "=", old.accountId)
    .where("e.id", "<", old.before)
    .where("e.subjectType", "<>", "order")
    .where(isUndelivered)
    .orderBy("e.id")
    .limit(old.limit)
    .forUpdate()
    .skipLocked(),
);

const deleteUndelivered = query(
  "events-delete-old",
  (db, old: Params<{ accountId: string; rows: readonly { id: string }[] }>) =>
    db
      .deleteFrom("events as e")
      .using(unnest("old", old.rows, { id: "text" }))
      .where("e.accountId", "=", old.accountId)
      .whereRef("e.id", "=", "old.id")
      .where(isUndelivered),
);

/** Deletes events of other subjects than orders that have no deliveries. Returns how many. */
export async function deleteOldEvents(
  { db }: SqlContext,
  { accountId, before: time, limit }: OldRows,
): Promise<number> {
  const rows = await lockUndelivered(db, {
    accountId,
    before: firstIdAt("event", time),
    limit,
  });
  if (rows.length === 0) return 0;
  await deleteUndelivered(db, { accountId, rows });
  return rows.length;
}

/**
 * Removes what receivers responded to attempts before the time, a page of events per transaction.
 * Returns how many responses it removed.
 */
export async function removeOldResponses(
  ctx: Pick<Context, "db" | "progress">,
  { accountId, before, limit }: OldRows,
): Promise<number> {
  const { deliveryAttempt } = ctx.db.prisma;
  const end = firstIdAt("event", before);
  const old = { accountId, attemptedAt: { lt: before }, responseBody: { not: null } };
  return changeInPages(ctx, {
    lastOf: async (after) => {
      const page = await deliveryAttempt.findMany({
        where: { ...old, eventId: { gt: after, lt: end } },
        select: { eventId: true },
        orderBy: { eventId: "asc" },
        take: limit,
      });
      return page.at(-1)?.eventId;
    },
    change: (eventId) =>
      deliveryAttempt.updateMany({ where: { ...old, eventId }, data: { responseBody: null } }),
  });
}
