import type { Sql } from "#core/db";
import { startIdsAfter } from "#core/id";
import type { Log } from "#core/log";
import { type Params, queriesOn } from "#core/query";

interface WithId {
  id: string;
}

const query = queriesOn<{
  orders: WithId;
  checkoutSessions: WithId;
  auditEntries: WithId;
  accounts: WithId;
  events: WithId & { accountId: string | null };
}>();

/** Clocks of processes on one machine differ by less. */
const WORTH_A_WARNING_MS = 1_000;

// The newest ID of each table that clients page through; each lookup is the end of an index.
const findNewest = query("setup-find-newest-ids", (db, _none: Params<object>) =>
  db
    .selectFrom("orders")
    .select((eb) => eb.fn.max("id").as("id"))
    .unionAll(db.selectFrom("checkoutSessions").select((eb) => eb.fn.max("id").as("id")))
    .unionAll(db.selectFrom("auditEntries").select((eb) => eb.fn.max("id").as("id")))
    .unionAll(
      db
        .selectFrom("accounts as a")
        .crossJoinLateral((eb) =>
          eb
            .selectFrom("events")
            .select("id")
            .whereRef("accountId", "=", "a.id")
            .orderBy("events.id", "desc")
            .limit(1)
            .as("newest"),
        )
        .select((eb) => eb.fn.max("newest.id").as("id")),
    ),
);

/**
 * Makes this process's IDs sort after all in the database. Otherwise new orders would be hidden
 * from clients that poll for newer ones if the clock was set back before a restart. IDs of two
 * machines still interleave by the difference of their clocks.
 */
export async function raiseIdFloor(db: Sql, log: Log): Promise<void> {
  const rows = await findNewest(db, {});
  const aheadMs = startIdsAfter(rows.flatMap(({ id }) => id ?? []));
  if (aheadMs < WORTH_A_WARNING_MS) return;
  log.warn(
    { event: "ids.clock_behind", aheadMs },
    "clock is behind the newest ID in the database; new IDs continue after that ID",
  );
}
