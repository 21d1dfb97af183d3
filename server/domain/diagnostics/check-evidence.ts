import type { Statement } from "#core/db";

const check = (name: string, text: string): Statement => ({ name, text });

/** Stretches of the line that the allocation `r` of the lot `lot` has and no remedy replaced. */
const counted = `unnest(int8multirange(
    int8range(lot.line_start_kg + r.lot_start_kg, lot.line_start_kg + r.lot_end_kg)
  ) - coalesce((
    SELECT range_agg(int8range(x.line_start_kg + x.start_kg, x.line_start_kg + x.end_kg))
    FROM allocation_remedies x
    WHERE x.account_id = r.account_id AND x.order_id = r.order_id
      AND x.replaced_start_kg = r.order_start_kg
  ), '{}')) part`;
/** Kg that an item shares with such a stretch. */
const sharedKg = `sum(least(i.line_start_kg + i.end_kg, upper(part))
  - greatest(i.line_start_kg + i.start_kg, lower(part)))`;
const overlaps = `int8range(i.line_start_kg + i.start_kg, i.line_start_kg + i.end_kg) && part`;

/** Invariants of registry evidence, of what it says about orders, and of lots on their line. */
export const evidenceChecks: readonly Statement[] = [
  check(
    "an allocation's registry status follows from evidence, requests and disputes",
    `SELECT * FROM (
       SELECT r.account_id, r.order_id, r.order_start_kg, r.registry_status, r.registry_retired_kg,
              r.registry_retired_on, coalesce(evidence.kg, 0) AS expected_kg,
              evidence.retired_on AS expected_on, evidence.ids, r.registry_retirement_id,
              CASE WHEN r.replaced_kg = r.lot_end_kg - r.lot_start_kg OR EXISTS (
                  SELECT FROM registry_incidents d, ${counted}
                  WHERE d.mode = r.mode AND d.lot_id = r.lot_id AND d.kind = 'other_beneficiary'
                    AND (d.state = 'open' OR d.resolution = 'theirs')
                    AND lot.line_start_kg + d.start_kg < upper(part)
                    AND lot.line_start_kg + d.end_kg > lower(part)
                ) THEN 'disputed'
                WHEN evidence.kg = r.lot_end_kg - r.lot_start_kg - r.replaced_kg THEN 'retired'
                WHEN coalesce(evidence.kg, 0) + coalesce(requested.kg, 0)
                  = r.lot_end_kg - r.lot_start_kg - r.replaced_kg THEN 'requested'
                WHEN r.predates_evidence THEN 'unreported'
                ELSE 'pending' END AS expected_status
       FROM retirements r JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
       LEFT JOIN LATERAL (
         SELECT ${sharedKg} AS kg, max(t.retired_on) AS retired_on, array_agg(t.id) AS ids
         FROM ${counted} JOIN registry_retirement_items i ON i.is_live AND ${overlaps}
         JOIN registry_retirements t ON t.mode = i.mode AND t.id = i.retirement_id
       ) evidence ON lot.evidence_end_kg > r.lot_start_kg
       LEFT JOIN LATERAL (
         SELECT ${sharedKg} AS kg
         FROM ${counted} JOIN registry_request_items i ON i.is_open AND ${overlaps}
       ) requested ON lot.request_end_kg > r.lot_start_kg
     ) one
     WHERE registry_status <> expected_status OR registry_retired_kg <> expected_kg
        OR registry_retired_on IS DISTINCT FROM expected_on
        OR (registry_retirement_id IS NULL) <> (ids IS NULL)
        OR NOT registry_retirement_id = ANY (ids)`,
  ),
  check(
    "an order's registry status is the weakest of its allocations",
    `SELECT o.account_id, o.id AS order_id, o.registry_status, o.registry_retired_kg, parts.*
     FROM orders o JOIN (
       SELECT account_id, order_id, sum(registry_retired_kg)::int AS expected_kg,
              max(registry_retired_on) AS expected_on,
              (array_agg(registry_status ORDER BY array_position(
                '{disputed,unreported,pending,requested,retired}'::text[], registry_status
              )) FILTER (WHERE replaced_kg < order_end_kg - order_start_kg))[1] AS expected_status
       FROM retirements GROUP BY account_id, order_id
     ) parts ON parts.account_id = o.account_id AND parts.order_id = o.id
     WHERE (o.registry_status, o.registry_retired_kg) <> (expected_status, expected_kg)
        OR o.registry_retired_on IS DISTINCT FROM expected_on`,
  ),
  check(
    "an order's events say each time that it became retired, or no longer was",
    `SELECT o.account_id, o.id AS order_id, o.registry_status, o.registry_revision, list.types
     FROM orders o LEFT JOIN (
       SELECT account_id, subject_id, array_agg(type ORDER BY sequence) AS types,
              count(*) FILTER (WHERE type = 'order.retired')
                - count(*) FILTER (WHERE type = 'order.retirement_corrected') AS balance,
              bool_or(type = former) AS repeats, max(sequence) AS last
       FROM (
         SELECT *, lag(type, 1, 'order.retirement_corrected') OVER (
           PARTITION BY account_id, subject_id ORDER BY sequence) AS former
         FROM events WHERE type IN ('order.retired', 'order.retirement_corrected')
       ) changes GROUP BY account_id, subject_id
     ) list ON list.account_id = o.account_id AND list.subject_id = o.id
     WHERE coalesce(list.balance, 0) <> (o.registry_status = 'retired')::int
        OR list.repeats OR list.last > 1 + o.registry_revision`,
  ),
  check(
    "a lot counts the kg of its live evidence and of its open requests",
    `SELECT lot.mode, lot.id AS lot_id, lot.registry_retired_kg, lot.evidence_end_kg,
            lot.requested_kg, lot.request_end_kg
     FROM credit_lots lot
     LEFT JOIN (
       SELECT mode, lot_id, sum(end_kg - start_kg)::bigint AS kg, max(end_kg) AS end_kg
       FROM registry_retirement_items WHERE is_live GROUP BY mode, lot_id
     ) retired ON retired.mode = lot.mode AND retired.lot_id = lot.id
     LEFT JOIN (
       SELECT mode, lot_id, sum(end_kg - start_kg)::bigint AS kg, max(end_kg) AS end_kg
       FROM registry_request_items WHERE is_open GROUP BY mode, lot_id
     ) requested ON requested.mode = lot.mode AND requested.lot_id = lot.id
     WHERE (lot.registry_retired_kg, lot.evidence_end_kg, lot.requested_kg, lot.request_end_kg)
       <> (coalesce(retired.kg, 0), coalesce(retired.end_kg, 0), coalesce(requested.kg, 0),
           coalesce(requested.end_kg, 0))`,
  ),
  check(
    "no kg with evidence is in an open request",
    `SELECT i.mode, i.lot_id, i.retirement_id, asked.request_id, i.start_kg, i.end_kg
     FROM registry_request_items asked JOIN registry_retirement_items i
       ON i.is_live AND int8range(i.line_start_kg + i.start_kg, i.line_start_kg + i.end_kg)
         && int8range(asked.line_start_kg + asked.start_kg, asked.line_start_kg + asked.end_kg)
     WHERE asked.is_open`,
  ),
  check(
    "a registry request is open as long as an item of it is",
    `SELECT request.mode, request.id, request.state FROM registry_requests request
     WHERE request.is_open AND NOT EXISTS (
       SELECT FROM registry_request_items i
       WHERE i.mode = request.mode AND i.request_id = request.id AND i.is_open)`,
  ),
  check(
    "a lot and those cut off from it follow each other on the line, with the same facts",
    `SELECT piece.mode, piece.id AS lot_id, piece.root_lot_id FROM (
       SELECT *, lag(line_start_kg + quantity_kg, 1, line_start_kg) OVER (
         PARTITION BY mode, root_lot_id ORDER BY line_start_kg) AS expected_kg
       FROM credit_lots
     ) piece JOIN credit_lots root ON root.mode = piece.mode AND root.id = piece.root_lot_id
     WHERE piece.line_start_kg <> piece.expected_kg OR piece.line_start_kg < root.line_start_kg
        OR (piece.project_id, piece.vintage_year, piece.registry, piece.unit_kg, piece.created_at)
          <> (root.project_id, root.vintage_year, root.registry, root.unit_kg, root.created_at)
        OR piece.serial_block IS DISTINCT FROM root.serial_block
        OR (piece.serial_first - root.serial_first) * 1000
          <> piece.line_start_kg - root.line_start_kg`,
  ),
];
