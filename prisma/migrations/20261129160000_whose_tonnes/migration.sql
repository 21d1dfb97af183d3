-- Runs beside no older version: its programs write totals without own kilograms.
-- Tells an owner's tonnes from those of its customers and partners.
ALTER TABLE orders ADD COLUMN is_own boolean NOT NULL DEFAULT true;
UPDATE orders o SET is_own = EXISTS (
  SELECT FROM accounts a LEFT JOIN subaccounts s ON s.account_id = a.id AND s.id = o.subaccount_id
  WHERE a.id = o.account_id
    AND lower(btrim(o.beneficiary_name)) = lower(btrim(coalesce(s.name, a.name))))
WHERE o.beneficiary_name IS NOT NULL;

ALTER TABLE retirement_totals
  ADD COLUMN own_kg bigint NOT NULL DEFAULT 0,
  ADD COLUMN own_registry_retired_kg bigint NOT NULL DEFAULT 0;
UPDATE retirement_totals stored
SET own_kg = own.kg, own_registry_retired_kg = own.evidence_kg
FROM (
  SELECT p.account_id, p.subaccount_id, name AS span,
         CASE name WHEN 'all' THEN to_timestamp(0) WHEN 'ten_minutes' THEN p.starts_at
           ELSE date_trunc(name, p.starts_at, 'UTC') END AS starts_at,
         p.project_id, p.vintage_year, sum(p.kg)::bigint AS kg,
         sum(p.evidence_kg)::bigint AS evidence_kg
  FROM (
    SELECT o.account_id, coalesce(o.subaccount_id, '') AS subaccount_id, lot.project_id,
           lot.vintage_year, date_bin('10 minutes', o.created_at, to_timestamp(0)) AS starts_at,
           r.order_end_kg - r.order_start_kg - r.replaced_kg AS kg,
           CASE WHEN o.registry_retired_kg = 0 THEN 0
             WHEN o.registry_status = 'retired' THEN r.order_end_kg - r.order_start_kg - r.replaced_kg
             ELSE coalesce((
               SELECT sum(upper(part) - lower(part))
               FROM unnest((int8multirange(int8range(
                   lot.line_start_kg + r.lot_start_kg, lot.line_start_kg + r.lot_end_kg))
                 - coalesce((
                   SELECT range_agg(int8range(x.line_start_kg + x.start_kg, x.line_start_kg + x.end_kg))
                   FROM allocation_remedies x
                   WHERE x.account_id = r.account_id AND x.order_id = r.order_id
                     AND x.replaced_start_kg = r.order_start_kg), '{}')) * (
                 SELECT range_agg(int8range(
                   lot.line_start_kg + i.start_kg, lot.line_start_kg + i.end_kg))
                 FROM registry_retirement_items i
                 JOIN registry_retirements t ON t.mode = i.mode AND t.id = i.retirement_id
                 WHERE i.mode = r.mode AND i.lot_id = r.lot_id AND i.is_live AND t.kind = 'retired')
               ) part), 0) END AS evidence_kg
    FROM retirements r
    JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id AND o.is_own
    JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
  ) p CROSS JOIN unnest('{all,month,day,hour,ten_minutes}'::text[]) AS name
  GROUP BY 1, 2, 3, 4, 5, 6
) own
WHERE stored.account_id = own.account_id AND stored.subaccount_id = own.subaccount_id
  AND stored.span = own.span AND stored.starts_at = own.starts_at
  AND stored.project_id = own.project_id AND stored.vintage_year = own.vintage_year;

ALTER TABLE retirement_totals
  ADD CONSTRAINT retirement_totals_own_within_kg CHECK (
    own_kg BETWEEN 0 AND retired_kg AND own_registry_retired_kg BETWEEN 0 AND own_kg
    AND own_registry_retired_kg <= registry_retired_kg);

-- Headlines an account's own tonnes, or those of its customers and partners.
ALTER TABLE impact_pages ADD COLUMN headlines_others boolean NOT NULL DEFAULT false;

-- Names the seller on the certificates of customers who enter no name.
ALTER TABLE merchant_profiles ADD COLUMN named_for_customers boolean NOT NULL DEFAULT false;
