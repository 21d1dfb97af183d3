// The SQL of which links wait to be mailed.
import { type Backlog, COUNTED, LOST_MS } from "#core/backlog";
import type { Sql, Statement } from "#core/db";
import { firstIdAt } from "#core/id";

const COUNT: Statement = {
  name: "people-link-backlog",
  text: `
    WITH waiting AS MATERIALIZED (
      SELECT due_at, last_error FROM mailed_links
      WHERE due_at IS NOT NULL AND ended_at IS NULL ORDER BY due_at LIMIT $2
    )
    SELECT count(*) FILTER (WHERE due_at <= $1::timestamptz)::int AS due,
           min(due_at) FILTER (WHERE due_at <= $1::timestamptz) AS "oldestDueAt",
           count(*) FILTER (WHERE due_at > $1::timestamptz)::int AS later,
           count(last_error)::int AS retrying,
           (SELECT count(*)::int FROM mailed_links
            WHERE id >= $3 AND due_at IS NULL AND ended_at IS NULL AND last_error IS NOT NULL
           ) AS lost
    FROM waiting`,
};

/** As of now. */
export async function countLinks(sql: Sql, now: Date): Promise<Backlog> {
  const since = firstIdAt("mailedLink", new Date(now.getTime() - LOST_MS));
  const [row] = await sql.query<Backlog>(COUNT, [now, COUNTED, since]);
  if (!row) throw new Error("a backlog was not counted");
  return row;
}
