-- Runs beside no older version: it would count records of disputed kg again.
-- A record of kg that are in dispute counts nowhere until the dispute ends. Pages and totals counted
-- it as a retirement; lists by status and disclosures did not.
CREATE TEMPORARY TABLE doubtful ON COMMIT DROP AS
SELECT o.account_id, o.id AS order_id, o.subaccount_id, o.is_own, o.created_at, o.settled_at,
       o.channel, o.portfolio_id, r.lot_id, lot.project_id, lot.vintage_year,
       r.order_start_kg < o.amount_kg AS is_sold,
       coalesce(sum(shared.kg) FILTER (WHERE record.kind = 'retired'), 0) AS retired_kg,
       coalesce(sum(shared.kg) FILTER (WHERE record.kind = 'cancelled'), 0) AS cancelled_kg
FROM orders o
JOIN retirements r ON r.account_id = o.account_id AND r.order_id = o.id
JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
JOIN registry_retirement_items i ON i.mode = r.mode AND i.lot_id = r.lot_id AND i.is_live
  AND i.start_kg < r.lot_end_kg AND i.end_kg > r.lot_start_kg
JOIN registry_retirements record ON record.mode = i.mode AND record.id = i.retirement_id
CROSS JOIN LATERAL (
  SELECT sum(upper(part) - lower(part)) AS kg FROM unnest(
    (int8multirange(int8range(
       greatest(i.start_kg, r.lot_start_kg), least(i.end_kg, r.lot_end_kg)))
     - coalesce((
       SELECT range_agg(int8range(x.start_kg, x.end_kg)) FROM allocation_remedies x
       WHERE x.account_id = r.account_id AND x.order_id = r.order_id
         AND x.replaced_start_kg = r.order_start_kg), '{}'))
    * coalesce((
      SELECT range_agg(int8range(d.start_kg, d.end_kg)) FROM registry_incidents d
      WHERE d.mode = r.mode AND d.lot_id = r.lot_id AND d.disputed_at IS NOT NULL), '{}')) part
) shared
WHERE o.registry_disputed_kg > 0 AND o.registry_retired_kg + o.registry_cancelled_kg > 0
  AND shared.kg > 0
GROUP BY o.account_id, o.id, r.lot_id, r.order_start_kg, lot.project_id, lot.vintage_year;

UPDATE orders o SET
  registry_retired_kg = o.registry_retired_kg - gone.retired_kg,
  registry_cancelled_kg = o.registry_cancelled_kg - gone.cancelled_kg,
  registry_revision = o.registry_revision + 1,
  registry_status_at = greatest(o.settled_at, now())
FROM (
  SELECT account_id, order_id, sum(retired_kg) AS retired_kg, sum(cancelled_kg) AS cancelled_kg
  FROM doubtful GROUP BY 1, 2
) gone
WHERE o.account_id = gone.account_id AND o.id = gone.order_id;

UPDATE sold_credits sold SET registry_retired_kg = sold.registry_retired_kg - gone.kg
FROM (
  SELECT account_id, date_trunc('day', settled_at, 'UTC') AS starts_at, channel,
         coalesce(subaccount_id, '') AS subaccount_id, portfolio_id, lot_id, sum(retired_kg) AS kg
  FROM doubtful WHERE is_sold GROUP BY 1, 2, 3, 4, 5, 6
) gone
WHERE (sold.account_id, sold.starts_at, sold.channel, sold.subaccount_id, sold.portfolio_id,
       sold.lot_id)
  = (gone.account_id, gone.starts_at, gone.channel, gone.subaccount_id, gone.portfolio_id,
     gone.lot_id);

UPDATE retirement_totals total SET
  registry_retired_kg = total.registry_retired_kg - gone.kg,
  own_registry_retired_kg = total.own_registry_retired_kg - gone.own_kg
FROM (
  SELECT d.account_id, scope.subaccount_id, span,
         CASE span WHEN 'all' THEN to_timestamp(0)
           WHEN 'ten_minutes' THEN date_bin('10 minutes', d.created_at, to_timestamp(0))
           ELSE date_trunc(span, d.created_at, 'UTC') END AS starts_at,
         d.project_id, d.vintage_year, sum(d.retired_kg) AS kg,
         coalesce(sum(d.retired_kg) FILTER (
           WHERE d.is_own AND scope.subaccount_id = coalesce(d.subaccount_id, '')), 0) AS own_kg
  FROM doubtful d
  CROSS JOIN LATERAL (
    SELECT '' UNION ALL SELECT d.subaccount_id WHERE d.subaccount_id IS NOT NULL
  ) scope (subaccount_id)
  CROSS JOIN unnest('{all,month,day,hour,ten_minutes}'::text[]) AS span
  GROUP BY 1, 2, 3, 4, 5, 6
) gone
WHERE (total.account_id, total.subaccount_id, total.span, total.starts_at, total.project_id,
       total.vintage_year)
  = (gone.account_id, gone.subaccount_id, gone.span, gone.starts_at, gone.project_id,
     gone.vintage_year);

ALTER TABLE orders
  DROP CONSTRAINT orders_registry_kg_within_amount,
  ADD CONSTRAINT orders_registry_kg_within_amount CHECK (
    least(registry_retired_kg, registry_cancelled_kg, registry_requested_kg, registry_disputed_kg,
      registry_unreported_kg) >= 0
    AND registry_retired_kg + registry_cancelled_kg + registry_requested_kg
      + registry_unreported_kg <= amount_kg
    -- A request may be about kg in dispute, a record that counts may not.
    AND registry_retired_kg + registry_cancelled_kg + registry_disputed_kg <= amount_kg);
