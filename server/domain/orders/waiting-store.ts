// The SQL over the queue of orders, across the accounts of a mode.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";

const SUM_WAITING: Statement = {
  name: "orders-sum-waiting",
  text: `
    SELECT count(*)::int AS orders, coalesce(sum(amount_kg), 0)::bigint AS kg
    FROM orders WHERE mode = $1 AND queue_id IS NOT NULL`,
};

/** How many orders are in the queue, and their kg. */
export async function sumWaiting(sql: Sql, mode: Mode): Promise<{ orders: number; kg: number }> {
  const [row] = await sql.query<{ orders: number; kg: number }>(SUM_WAITING, [mode]);
  return row ?? { orders: 0, kg: 0 };
}
