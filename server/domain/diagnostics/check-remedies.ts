import type { Statement } from "#core/db";

const check = (name: string, text: string): Statement => ({ name, text });

/** Invariants of credits that were substituted for disputed ones. */
export const remedyChecks: readonly Statement[] = [
  check(
    "an allocation's replaced kg are those of its remedies, and lie within it",
    `SELECT r.account_id, r.order_id, r.order_start_kg, r.replaced_kg, x.kg AS expected_kg
     FROM retirements r FULL JOIN (
       SELECT account_id, order_id, replaced_start_kg, mode, lot_id,
              sum(end_kg - start_kg) AS kg, min(start_kg) AS start_kg, max(end_kg) AS end_kg
       FROM allocation_remedies GROUP BY 1, 2, 3, 4, 5
     ) x ON x.account_id = r.account_id AND x.order_id = r.order_id
       AND x.replaced_start_kg = r.order_start_kg AND x.mode = r.mode AND x.lot_id = r.lot_id
     WHERE coalesce(r.replaced_kg, 0) <> coalesce(x.kg, 0)
        OR x.start_kg < r.lot_start_kg OR x.end_kg > r.lot_end_kg`,
  ),
  check(
    "the kg that count for a fulfilled order are exactly its amount",
    `SELECT o.account_id, o.id AS order_id, o.amount_kg, counted.kg AS counted_kg
     FROM orders o JOIN (
       SELECT account_id, order_id, sum(order_end_kg - order_start_kg - replaced_kg) AS kg
       FROM retirements GROUP BY 1, 2
     ) counted ON counted.account_id = o.account_id AND counted.order_id = o.id
     WHERE counted.kg <> o.amount_kg`,
  ),
  check(
    "substitutes fill the stretch of their remedy on the order's line",
    `SELECT x.account_id, x.order_id, x.order_start_kg, x.order_end_kg, filled.kg AS filled_kg
     FROM allocation_remedies x LEFT JOIN (
       SELECT account_id, order_id, remedy_end_kg, sum(order_end_kg - order_start_kg) AS kg,
              min(order_start_kg) AS start_kg
       FROM retirements WHERE remedy_end_kg IS NOT NULL GROUP BY 1, 2, 3
     ) filled ON filled.account_id = x.account_id AND filled.order_id = x.order_id
       AND filled.remedy_end_kg = x.order_end_kg
     WHERE (filled.kg, filled.start_kg)
       IS DISTINCT FROM (x.order_end_kg - x.order_start_kg, x.order_start_kg)`,
  ),
  check(
    "credits are replaced only where an incident lost them",
    `SELECT x.account_id, x.order_id, x.order_end_kg, x.incident_id
     FROM allocation_remedies x
     JOIN registry_incidents i ON i.mode = x.mode AND i.id = x.incident_id
     WHERE i.resolution IS DISTINCT FROM
         CASE i.row ->> 'kind' WHEN 'cancelled' THEN 'ours' ELSE 'theirs' END
        OR i.lot_id IS DISTINCT FROM x.lot_id
        OR x.start_kg < i.start_kg OR x.end_kg > i.end_kg`,
  ),
];
