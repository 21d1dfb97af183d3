// The SQL of how many orders wait for a worker, and how many for credits.
import { type Backlog, COUNTED } from "#core/backlog";
import type { Sql, Statement } from "#core/db";

// An order that was tried with the stock as it is waits for credits, not for a worker.
const COUNT: Statement = {
  name: "orders-matching-backlog",
  text: `
    SELECT coalesce(sum(due.orders), 0)::int AS due, min(oldest.created_at) AS "oldestDueAt",
           coalesce(sum(later.orders), 0)::int AS later, 0 AS retrying, 0 AS lost
    FROM catalogues c
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS orders FROM (
        SELECT FROM orders WHERE mode = c.mode AND queue_id IS NOT NULL
          AND tried_stock_version < c.stock_version LIMIT $1
      ) o
    ) due
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS orders FROM (
        SELECT FROM orders WHERE mode = c.mode AND queue_id IS NOT NULL
          AND tried_stock_version >= c.stock_version LIMIT $1
      ) o
    ) later
    LEFT JOIN LATERAL (
      SELECT created_at FROM orders
      WHERE mode = c.mode AND queue_id IS NOT NULL AND tried_stock_version = 0
      ORDER BY queue_id LIMIT 1
    ) oldest ON true`,
};

/** Of both modes. */
export async function countMatching(sql: Sql): Promise<Backlog> {
  const [row] = await sql.query<Backlog>(COUNT, [COUNTED]);
  if (!row) throw new Error("a backlog was not counted");
  return row;
}
