// Where a process's ids begin: after those that the database already holds.
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

/** Clocks of one machine differ by less between two of its processes. */
const WORTH_A_WARNING_MS = 1_000;

// The newest of each kind that others page through; every look-up is the end of an index.
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
 * Makes this process's ids sort after all that are in the database, so that a clock that was set
 * back before a restart hides no new order from those who ask for what is newer than the last one
 * they know. Two machines whose clocks differ still interleave by that difference.
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
