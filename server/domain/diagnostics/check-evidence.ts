import type { Statement } from "#core/db";

const check = (name: string, text: string): Statement => ({ name, text });

/** Stretches of the line that the allocation `r` of the lot `lot` has and no remedy replaced. */
const counted = `(int8multirange(
    int8range(lot.line_start_kg + r.lot_start_kg, lot.line_start_kg + r.lot_end_kg)
  ) - coalesce((
    SELECT range_agg(int8range(x.line_start_kg + x.start_kg, x.line_start_kg + x.end_kg))
    FROM allocation_remedies x
    WHERE x.account_id = r.account_id AND x.order_id = r.order_id
      AND x.replaced_start_kg = r.order_start_kg
  ), '{}'))`;

/** Kg that these stretches of the line, an aggregate of ranges, share with the allocation. */
const sharedKg = (ranges: string) =>
  `coalesce((SELECT sum(upper(part) - lower(part)) FROM unnest(${counted} * ${ranges}) part), 0)`;

const rangeOf = (item: string) =>
  `int8range(lot.line_start_kg + ${item}.start_kg, lot.line_start_kg + ${item}.end_kg)`;

/** Ranges of a lot that its records of a kind, open requests or disputes name. */
const recorded = (kind: string) => `
  LEFT JOIN LATERAL (
    SELECT range_agg(${rangeOf("i")}) AS ranges, max(t.retired_on) AS retired_on
    FROM registry_retirement_items i
    JOIN registry_retirements t ON t.mode = i.mode AND t.id = i.retirement_id
    WHERE i.mode = r.mode AND i.lot_id = r.lot_id AND i.is_live AND t.kind = '${kind}'
      AND i.start_kg < r.lot_end_kg AND i.end_kg > r.lot_start_kg
  ) ${kind} ON lot.evidence_end_kg > r.lot_start_kg`;

/** Ranges of a lot that a registry shows as someone else's. */
const disputed = `
  LEFT JOIN LATERAL (
    SELECT coalesce(range_agg(${rangeOf("d")}), '{}') AS ranges FROM registry_incidents d
    WHERE d.mode = r.mode AND d.lot_id = r.lot_id AND d.disputed_at IS NOT NULL
  ) disputed ON true`;

/** Kg of the allocation `r` (order `o`, lot `lot`) with live, undisputed evidence of retirement. */
export const RETIRED_KG = `CASE WHEN o.registry_retired_kg = 0 THEN 0 ELSE (
  SELECT ${sharedKg("(retired.ranges - disputed.ranges)")}
  FROM (VALUES (1)) one ${recorded("retired")} ${disputed}
) END`;

/** Invariants of registry evidence, of what it says about orders, and of lots on their line. */
export const evidenceChecks: readonly Statement[] = [
  check(
    "an order's kg by registry status follow from evidence, requests and disputes",
    `SELECT o.account_id, o.id AS order_id, o.registry_status, o.registry_retired_on, kg.*
     FROM orders o JOIN (
       SELECT account_id, order_id, sum(retired_kg) AS retired_kg,
              sum(cancelled_kg) AS cancelled_kg, sum(requested_kg) AS requested_kg,
              sum(disputed_kg) AS disputed_kg,
              sum(CASE WHEN predates_evidence AND disputed_kg = 0
                THEN kg - retired_kg - cancelled_kg - requested_kg ELSE 0 END) AS unreported_kg,
              max(retired_on) FILTER (WHERE retired_kg > 0) AS retired_on
       FROM (
         SELECT r.account_id, r.order_id, r.predates_evidence, retired.retired_on,
                r.lot_end_kg - r.lot_start_kg - r.replaced_kg AS kg,
                ${sharedKg("(retired.ranges - disputed.ranges)")} AS retired_kg,
                ${sharedKg("(cancelled.ranges - disputed.ranges)")} AS cancelled_kg,
                ${sharedKg("requested.ranges")} AS requested_kg,
                ${sharedKg("disputed.ranges")} AS disputed_kg
         FROM retirements r JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
         ${recorded("retired")}
         ${recorded("cancelled")}
         LEFT JOIN LATERAL (
           SELECT range_agg(${rangeOf("i")}) AS ranges FROM registry_request_items i
           WHERE i.mode = r.mode AND i.lot_id = r.lot_id AND i.is_open
             AND i.start_kg < r.lot_end_kg AND i.end_kg > r.lot_start_kg
         ) requested ON lot.request_end_kg > r.lot_start_kg
         ${disputed}
       ) one GROUP BY account_id, order_id
     ) kg ON kg.account_id = o.account_id AND kg.order_id = o.id
     WHERE (o.registry_retired_kg, o.registry_cancelled_kg, o.registry_requested_kg,
         o.registry_disputed_kg, o.registry_unreported_kg)
       <> (kg.retired_kg, kg.cancelled_kg, kg.requested_kg, kg.disputed_kg, kg.unreported_kg)
       OR (o.registry_status = 'retired' AND o.registry_retired_on <> kg.retired_on)`,
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
    `SELECT lot.mode, lot.id AS lot_id, lot.registry_retired_kg, lot.registry_cancelled_kg,
            lot.evidence_end_kg, lot.requested_kg, lot.request_end_kg
     FROM credit_lots lot
     LEFT JOIN (
       SELECT i.mode, i.lot_id, max(i.end_kg) AS end_kg,
              coalesce(sum(i.end_kg - i.start_kg) FILTER (WHERE t.kind = 'retired'), 0)::bigint
                AS retired_kg,
              coalesce(sum(i.end_kg - i.start_kg) FILTER (WHERE t.kind = 'cancelled'), 0)::bigint
                AS cancelled_kg
       FROM registry_retirement_items i
       JOIN registry_retirements t ON t.mode = i.mode AND t.id = i.retirement_id
       WHERE i.is_live GROUP BY i.mode, i.lot_id
     ) recorded ON recorded.mode = lot.mode AND recorded.lot_id = lot.id
     LEFT JOIN (
       SELECT mode, lot_id, sum(end_kg - start_kg)::bigint AS kg, max(end_kg) AS end_kg
       FROM registry_request_items WHERE is_open GROUP BY mode, lot_id
     ) requested ON requested.mode = lot.mode AND requested.lot_id = lot.id
     WHERE (lot.registry_retired_kg, lot.registry_cancelled_kg, lot.evidence_end_kg,
         lot.requested_kg, lot.request_end_kg)
       <> (coalesce(recorded.retired_kg, 0), coalesce(recorded.cancelled_kg, 0),
           coalesce(recorded.end_kg, 0), coalesce(requested.kg, 0),
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
