// A lane groups deliveries that are slow or fail together. Lanes that keep failing are paused; those
// that are slow have a pause that is over.
import { type QueryCreator, sql } from "kysely";
import type { SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

const savePause = query("events-save-pause", (db, pause: Params<{ lane: string; until: Date }>) =>
  db
    .insertInto("lanePauses")
    .values({ lane: pause.lane, pausedUntil: pause.until })
    .onConflict((conflict) =>
      conflict.column("lane").doUpdateSet((eb) => ({
        pausedUntil: eb.fn<Date>("greatest", ["lanePauses.pausedUntil", "excluded.pausedUntil"]),
      })),
    ),
);

const dropPause = query("events-drop-pause", (db, pause: Params<{ lane: string }>) =>
  db.deleteFrom("lanePauses").where("lane", "=", pause.lane),
);

/** Columns of the recursive table `lanes`. */
export interface Lanes {
  lanes: { lane: string | null };
}

/**
 * The recursive table `lanes(lane)`: the lanes of pending deliveries, and a null after the last.
 * Each takes one index lookup.
 */
export function pendingLanes(db: QueryCreator<EventTables & Lanes>) {
  return db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.min<string | null>("lane").as("lane"))
    .where("state", "=", "pending")
    .unionAll(
      db
        .selectFrom("lanes")
        .select((lanes) =>
          lanes
            .selectFrom("deliveries as d")
            .select(({ fn }) => fn.min("d.lane").as("lane"))
            .where("d.state", "=", "pending")
            .whereRef("d.lane", ">", "lanes.lane")
            .as("lane"),
        )
        .where("lanes.lane", "is not", null),
    );
}

type Db = QueryCreator<EventTables & Lanes>;

/** Workers leave the deliveries of listeners to those. */
export function workerLanes(db: Db) {
  return db
    .selectFrom("lanes")
    .select("lanes.lane")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("webhookEndpoints as listener")
            .select("listener.id")
            .whereRef("listener.id", "=", "lanes.lane")
            .where("listener.lastPolledAt", "is not", null),
        ),
      ),
    );
}

export function listenerLane(db: Db, { listenerId }: Params<{ listenerId: string | null }>) {
  return db.selectNoFrom(sql<string | null>`${listenerId}::text`.as("lane"));
}

/** Pauses the lane, or keeps a longer pause. */
export async function pauseLane(
  ctx: SqlContext,
  input: { lane: string; until: Date },
): Promise<void> {
  await savePause(ctx.db, input);
}

export async function resumeLane(ctx: SqlContext, input: { lane: string }): Promise<void> {
  await dropPause(ctx.db, input);
}

const BATCH_SIZE = 10_000;

// Skips deliveries that other workers hold.
const cancel = query(
  "events-cancel-deliveries",
  (db, { lanes, limit }: Params<{ lanes: readonly { lane: string }[]; limit: number }>) =>
    db
      .with(
        (cte) => cte("pending").materialized(),
        (qb) =>
          qb
            .selectFrom("deliveries as d")
            .innerJoin(unnest("l", lanes, { lane: "text" }), "l.lane", "d.lane")
            .select(["d.accountId", "d.eventId", "d.receiver"])
            .where("d.state", "=", "pending")
            .limit(limit)
            .forUpdate("d")
            .skipLocked(),
      )
      .updateTable("deliveries as d")
      .from("pending")
      .set({ state: "cancelled", nextAttemptAt: null })
      .whereRef("d.accountId", "=", "pending.accountId")
      .whereRef("d.eventId", "=", "pending.eventId")
      .whereRef("d.receiver", "=", "pending.receiver"),
);

/** Cancels pending deliveries to disabled or deleted endpoints, at most 10,000 at a time. */
export async function cancelDeliveries(
  ctx: SqlContext,
  input: { endpointIds: readonly string[] },
): Promise<void> {
  const lanes = [...new Set(input.endpointIds)].map((lane) => ({ lane }));
  await cancel(ctx.db, { lanes, limit: BATCH_SIZE });
}
