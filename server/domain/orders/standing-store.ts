// The SQL of how accounts stand by their orders, many accounts at once.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";

export interface Standing {
  accountId: string;
  /** Orders that wait for credits. */
  waiting: number;
  latestAt: Date | null;
}

// The latest by a look-up in the key; those that wait by one walk along their queue.
const FIND_STANDINGS: Statement = {
  name: "orders-find-standings",
  text: `
    WITH waiting AS (
      SELECT account_id, count(*)::int AS orders FROM orders
      WHERE mode = $2 AND queue_id IS NOT NULL AND account_id = ANY ($1::text[])
      GROUP BY account_id
    )
    SELECT wanted.id AS "accountId", coalesce(waiting.orders, 0) AS waiting,
           latest.created_at AS "latestAt"
    FROM unnest($1::text[]) AS wanted (id)
    LEFT JOIN waiting ON waiting.account_id = wanted.id
    LEFT JOIN LATERAL (
      SELECT created_at FROM orders WHERE account_id = wanted.id ORDER BY id DESC LIMIT 1
    ) latest ON true`,
};

/** How each of these accounts of the mode stands. */
export function findStandings(
  sql: Sql,
  { accountIds, mode }: { accountIds: string[]; mode: Mode },
): Promise<Standing[]> {
  return sql.query<Standing>(FIND_STANDINGS, [accountIds, mode]);
}

export interface Sold {
  orders: number;
  kg: number;
  cents: number;
  /** Accounts that bought. */
  accounts: number;
}

// Ids begin with the time of their making: a walk along them, from the first of the period on.
const SUM_SOLD: Statement = {
  name: "orders-sum-sold",
  text: `
    SELECT count(*)::int AS orders, coalesce(sum(amount_kg), 0)::bigint AS kg,
           coalesce(sum(price_usd_cents), 0)::bigint AS cents,
           count(DISTINCT account_id)::int AS accounts
    FROM orders WHERE id >= $2 AND mode = $1 AND state <> 'cancelled' AND NOT awaiting_payment`,
};

/** What was sold in a mode since the order with this id, which need not exist. */
export async function sumSold(
  sql: Sql,
  { mode, sinceId }: { mode: Mode; sinceId: string },
): Promise<Sold> {
  const [row] = await sql.query<Sold>(SUM_SOLD, [mode, sinceId]);
  return row ?? { orders: 0, kg: 0, cents: 0, accounts: 0 };
}
