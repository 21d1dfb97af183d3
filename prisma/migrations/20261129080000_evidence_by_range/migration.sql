-- Runs beside no older version: its programs write evidence to each retirement.
-- What registries have on record about an order is one summary on the order, derived from the ranges
-- of its lots. The former columns of its retirements said the same once more.
ALTER TABLE registry_retirements
  ADD COLUMN kind text NOT NULL DEFAULT 'retired',
  ADD CONSTRAINT registry_retirements_kind_is_known CHECK (kind IN ('retired', 'cancelled'));
ALTER TABLE registry_retirements ALTER COLUMN kind DROP DEFAULT;

ALTER TABLE orders
  ADD COLUMN registry_cancelled_kg integer NOT NULL DEFAULT 0,
  ADD COLUMN registry_requested_kg integer NOT NULL DEFAULT 0,
  ADD COLUMN registry_disputed_kg integer NOT NULL DEFAULT 0,
  -- Allocated before there was evidence, and without it.
  ADD COLUMN registry_unreported_kg integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT orders_evidence_has_date,
  DROP CONSTRAINT orders_registry_status_is_known,
  DROP CONSTRAINT orders_registry_retired_within_kg,
  DROP CONSTRAINT orders_retired_is_whole,
  DROP CONSTRAINT orders_evidence_is_of_fulfilled;

UPDATE orders o SET
  registry_requested_kg = parts.requested_kg,
  registry_disputed_kg = parts.disputed_kg,
  registry_unreported_kg = parts.unreported_kg
FROM (
  SELECT r.account_id, r.order_id,
    sum(coalesce(asked.kg, 0))::integer AS requested_kg,
    sum(coalesce(disputed.kg, 0))::integer AS disputed_kg,
    sum(CASE WHEN r.predates_evidence AND r.registry_status <> 'disputed'
      THEN r.lot_end_kg - r.lot_start_kg - r.replaced_kg - r.registry_retired_kg
        - coalesce(asked.kg, 0)
      ELSE 0 END)::integer AS unreported_kg
  FROM retirements r
  JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
  CROSS JOIN LATERAL (
    SELECT int8multirange(int8range(r.lot_start_kg, r.lot_end_kg)) - coalesce((
      SELECT range_agg(int8range(x.start_kg, x.end_kg)) FROM allocation_remedies x
      WHERE x.account_id = r.account_id AND x.order_id = r.order_id
        AND x.replaced_start_kg = r.order_start_kg
    ), '{}') AS kgs
  ) counted
  LEFT JOIN LATERAL (
    SELECT sum(upper(part) - lower(part)) AS kg
    FROM registry_request_items i,
      unnest(counted.kgs * int8multirange(int8range(i.start_kg, i.end_kg))) part
    WHERE i.lot_id = r.lot_id AND i.mode = r.mode AND i.is_open
  ) asked ON lot.request_end_kg > r.lot_start_kg
  LEFT JOIN LATERAL (
    SELECT sum(upper(part) - lower(part)) AS kg
    FROM (
      SELECT range_agg(int8range(d.start_kg, d.end_kg)) AS kgs FROM registry_incidents d
      WHERE d.lot_id = r.lot_id AND d.mode = r.mode AND d.kind = 'other_beneficiary'
        AND (d.state = 'open' OR d.resolution = 'theirs')
    ) claimed, unnest(counted.kgs * claimed.kgs) part
  ) disputed ON r.registry_status = 'disputed'
  WHERE r.predates_evidence OR r.registry_status IN ('requested', 'disputed')
    OR lot.request_end_kg > r.lot_start_kg
  GROUP BY r.account_id, r.order_id
) parts
WHERE parts.account_id = o.account_id AND parts.order_id = o.id;

UPDATE orders SET registry_retired_on = NULL
WHERE registry_retired_on IS NOT NULL AND registry_status <> 'retired';

ALTER TABLE orders DROP COLUMN registry_status;
ALTER TABLE orders
  -- The weakest of all kg, in the order disputed, cancelled, unreported, pending, requested, retired.
  ADD COLUMN registry_status text GENERATED ALWAYS AS (
    CASE
      WHEN registry_disputed_kg > 0 THEN 'disputed'
      WHEN registry_cancelled_kg > 0 THEN 'cancelled'
      WHEN registry_retired_kg = amount_kg THEN 'retired'
      WHEN registry_retired_kg + registry_requested_kg = amount_kg THEN 'requested'
      WHEN registry_unreported_kg > 0 THEN 'unreported'
      ELSE 'pending'
    END) STORED NOT NULL,
  ADD CONSTRAINT orders_registry_kg_within_amount CHECK (
    least(registry_retired_kg, registry_cancelled_kg, registry_requested_kg, registry_disputed_kg,
      registry_unreported_kg) >= 0
    AND registry_retired_kg + registry_cancelled_kg + registry_requested_kg
      + registry_unreported_kg <= amount_kg
    AND registry_disputed_kg <= amount_kg),
  ADD CONSTRAINT orders_retired_has_date
    CHECK ((registry_retired_on IS NOT NULL) = (registry_status = 'retired')),
  ADD CONSTRAINT orders_evidence_is_of_fulfilled
    CHECK (state = 'fulfilled' OR (registry_revision = 0 AND registry_retired_kg = 0
      AND registry_cancelled_kg + registry_requested_kg + registry_disputed_kg
        + registry_unreported_kg = 0));

ALTER TABLE credit_lots
  -- Kg whose evidence is a cancellation.
  ADD COLUMN registry_cancelled_kg bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT credit_lots_evidence_within_quantity,
  ADD CONSTRAINT credit_lots_evidence_within_quantity CHECK (
    least(registry_retired_kg, registry_cancelled_kg, requested_kg) >= 0
    AND registry_retired_kg + registry_cancelled_kg + requested_kg <= quantity_kg
    AND registry_retired_kg + registry_cancelled_kg <= evidence_end_kg
    AND evidence_end_kg <= quantity_kg
    AND requested_kg <= request_end_kg AND request_end_kg <= quantity_kg);
DROP INDEX credit_lots_without_evidence_idx;
CREATE INDEX credit_lots_without_evidence_idx ON credit_lots (mode, registry, id)
  WHERE retired_kg > registry_retired_kg + registry_cancelled_kg + requested_kg;

ALTER TABLE retirements
  DROP COLUMN registry_status,
  DROP COLUMN registry_retired_kg,
  DROP COLUMN registry_retired_on,
  DROP COLUMN registry_retirement_id;

-- The stop of a lot ends with the row that its reason names, by this text.
UPDATE credit_lots
SET state_reason = 'A row of the registry’s export names a tonne of this lot: decide it ('
  || substring(state_reason FROM 'decide incident (\S+)$') || ')'
WHERE state_reason LIKE
  'The registry shows a tonne of this lot as retired for someone else: decide incident %';
