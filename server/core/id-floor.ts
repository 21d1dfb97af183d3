// Where a process's ids begin: after those that the database already holds.
import type { Sql, Statement } from "./db";
import { startIdsAfter } from "./id";
import type { Log } from "./log";

/** Clocks of one machine differ by less between two of its processes. */
const WORTH_A_WARNING_MS = 1_000;

// The newest of each kind that others page through; every look-up is the end of an index.
const FIND_NEWEST: Statement = {
  name: "core-find-newest-ids",
  text: `
    SELECT max(id) AS id FROM orders
    UNION ALL SELECT max(id) FROM checkout_sessions
    UNION ALL SELECT max(id) FROM audit_entries
    UNION ALL SELECT max(newest.id) FROM accounts a CROSS JOIN LATERAL (
      SELECT id FROM events WHERE account_id = a.id ORDER BY id DESC LIMIT 1
    ) newest`,
};

/**
 * Makes this process's ids sort after all that are in the database, so that a clock that was set
 * back before a restart hides no new order from those who ask for what is newer than the last one
 * they know. Two machines whose clocks differ still interleave by that difference.
 */
export async function raiseIdFloor(sql: Sql, log: Log): Promise<void> {
  const rows = await sql.query<{ id: string | null }>(FIND_NEWEST, []);
  const aheadMs = startIdsAfter(rows.flatMap(({ id }) => id ?? []));
  if (aheadMs < WORTH_A_WARNING_MS) return;
  log.warn(
    { event: "ids.clock_behind", aheadMs },
    "the clock is behind the newest id in the database; new ids continue after that id",
  );
}
