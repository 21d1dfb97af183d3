// The SQL over the queue of orders, across the accounts of a mode.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { Cursor } from "#core/page";
import type { Demand } from "./available-rules";

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

const SUM_BY_PORTFOLIO: Statement = {
  name: "orders-sum-waiting-by-portfolio",
  text: `
    SELECT coalesce(o.split_portfolio_id, o.portfolio_id) AS "portfolioId",
           count(*)::int AS orders, sum(o.amount_kg)::bigint AS kg
    FROM orders o WHERE o.mode = $1 AND o.queue_id IS NOT NULL
    GROUP BY 1 ORDER BY 1`,
};

/** What waits of each portfolio, or of the parts that it had when it was sold. */
export function sumWaitingByPortfolio(
  sql: Sql,
  mode: Mode,
): Promise<{ portfolioId: string; orders: number; kg: number }[]> {
  return sql.query(SUM_BY_PORTFOLIO, [mode]);
}

// Those that the present stock could not fill are left out: it has only become less since.
const FIND_UNFILLED: Statement = {
  name: "orders-find-unfilled",
  text: `
    (
      SELECT coalesce(o.split_portfolio_id, o.portfolio_id) AS "portfolioId",
             o.amount_kg AS "amountKg"
      FROM orders o
      WHERE o.mode = $1 AND o.queue_id IS NOT NULL
        AND o.tried_stock_version < (SELECT stock_version FROM catalogues WHERE mode = $1)
      ORDER BY o.queue_id LIMIT $2
    ) UNION ALL (
      SELECT coalesce(o.split_portfolio_id, o.portfolio_id), o.amount_kg
      FROM orders o WHERE o.mode = $1 AND o.awaiting_payment AND o.state = 'placed'
      ORDER BY o.id LIMIT $2
    )`,
};
/** A queue longer than this is counted by its sum: matching works through it within seconds. */
const UNFILLED_ONE_BY_ONE = 5000;

/**
 * What the stock must cover before anything new is sold, oldest first: the orders in the queue that
 * matching may fill from it, then those whose payment is on its way.
 */
export async function findUnfilled(sql: Sql, mode: Mode): Promise<Demand[]> {
  const values = [mode, UNFILLED_ONE_BY_ONE];
  const rows = await sql.query<Demand>(FIND_UNFILLED, values);
  if (rows.length < UNFILLED_ONE_BY_ONE) return rows;
  const sums = await sumWaitingByPortfolio(sql, mode);
  return [
    ...rows,
    ...sums.map(({ portfolioId, kg }) => ({ portfolioId, amountKg: kg, isSum: true })),
  ];
}

export interface WaitingOrder {
  id: string;
  accountId: string;
  accountName: string;
  /** The slug of the live account, by which the dashboard knows both twins. */
  slug: string;
  portfolioId: string;
  portfolioName: string;
  amountKg: number;
  createdAt: Date;
  /** Whether today's stock has been tried on it. */
  isTried: boolean;
}

// The queue is walked whole: it is short, or there is more to do about it than to page through it.
const pageStatement = (direction: Cursor["direction"]): Statement => ({
  name: `orders-page-waiting-${direction}`,
  text: `
    SELECT o.id, o.account_id AS "accountId", a.name AS "accountName",
           coalesce(live.slug, a.slug) AS slug, o.portfolio_id AS "portfolioId",
           p.name AS "portfolioName", o.amount_kg AS "amountKg", o.created_at AS "createdAt",
           o.tried_stock_version = c.stock_version AS "isTried"
    FROM orders o
    JOIN catalogues c ON c.mode = o.mode
    JOIN accounts a ON a.id = o.account_id
    LEFT JOIN accounts live ON live.id = a.live_account_id
    JOIN portfolios p ON p.mode = o.mode AND p.id = o.portfolio_id
    WHERE o.mode = $1 AND o.queue_id IS NOT NULL AND ($2::text IS NULL OR o.portfolio_id = $2)
      AND ($3::text IS NULL OR o.queue_id ${direction === "older" ? ">" : "<"} $3)
    ORDER BY o.queue_id ${direction === "older" ? "ASC" : "DESC"} LIMIT $4`,
});

/** Waiting orders beyond the cursor, walking away from it: the longest waiting come first. */
export function pageWaiting(
  sql: Sql,
  filter: { mode: Mode; portfolioId: string | null },
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<WaitingOrder[]> {
  const values = [filter.mode, filter.portfolioId, cursor?.id ?? null, limit];
  return sql.query<WaitingOrder>(pageStatement(cursor?.direction ?? "older"), values);
}
