// Columns of the tax within a customer's payment or refund `m` of the session `c`, as the checkout page
// showed it before they paid.
import { sql } from "kysely";

/** Facts of the tax rule that the session `c` was sold by; null if none covered the sale. */
export const taxFacts = [
  sql<string | null>`c.sale_tax->>'ruleId'`.as("taxRuleId"),
  sql<string | null>`c.sale_tax->>'kind'`.as("taxKind"),
  sql<string | null>`c.sale_tax->'name'->>'en'`.as("taxName"),
  sql<number | null>`(c.sale_tax->>'rateBasisPoints')::int`.as("taxRateBasisPoints"),
] as const;

/** Tax within the first amount that goes back, rounded as `taxInGross` does. */
const taxInFirst = (amount: ReturnType<typeof sql>) => sql`(
  (2 * (${amount})::bigint * (c.sale_tax->>'rateBasisPoints')::bigint
    + 10000 + (c.sale_tax->>'rateBasisPoints')::bigint)
  / (2 * (10000 + (c.sale_tax->>'rateBasisPoints')::bigint)))`;

/** Money of the payment that had gone back before. */
const EARLIER = sql`(
  SELECT coalesce(sum(back.amount), 0) FROM payment_movements back
  WHERE back.account_id = m.account_id AND back.payment_id = m.payment_id AND back.kind = 'refund'
    AND (back.moved_at, back.id) < (m.at, m.id))`;

/**
 * Tax within the payment or refund `m` of the session `c`; null if none was shown, and for fees. The
 * taxes of a payment's refunds add up to the tax within their sum.
 */
export const TAX = sql<number | null>`(CASE m.kind
  WHEN 'payment' THEN (c.sale_tax->>'tax')::bigint
  WHEN 'refund' THEN ${taxInFirst(sql`${EARLIER} + m.amount`)} - ${taxInFirst(EARLIER)}
  END)`;
