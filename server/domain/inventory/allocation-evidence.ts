// SQL of what registries have on record about an allocation: a row `r` of retirements, of the lot
// `lot` and the order `o`. It is derived from the ranges of evidence, requests and disputes.
import { sql } from "kysely";
import type { EvidenceKind, RegistryStatus } from "./schema";

const lineOf = (item: "i" | "x" | "d") =>
  sql.raw(`int8range(lot.line_start_kg + ${item}.start_kg, lot.line_start_kg + ${item}.end_kg)`);

const ownLine = sql`
  int8range(lot.line_start_kg + r.lot_start_kg, lot.line_start_kg + r.lot_end_kg)`;

/** Stretches that a remedy replaced. */
const replaced = sql`(
  SELECT range_agg(${lineOf("x")}) FROM allocation_remedies x
  WHERE x.account_id = r.account_id AND x.order_id = r.order_id
    AND x.replaced_start_kg = r.order_start_kg
)`;

/** Stretches of the lot that a registry shows as someone else's. */
const disputed = sql`(
  SELECT range_agg(${lineOf("d")}) FROM registry_incidents d
  WHERE d.lot_id = r.lot_id AND d.mode = r.mode AND d.disputed_at IS NOT NULL
)`;

/** The allocation's stretches that count: those that no remedy replaced. */
const parts = sql`(
  SELECT ${ownLine} AS part WHERE r.replaced_kg = 0
  UNION ALL
  SELECT unnest(int8multirange(${ownLine}) - coalesce(${replaced}, '{}')) WHERE r.replaced_kg > 0
) counted`;

/** Those of them that are not in dispute: only there do records count. */
const undisputedParts = sql`(
  SELECT unnest(int8multirange(counted.part) - coalesce(${disputed}, '{}')) AS part FROM ${parts}
) undisputed`;

// As the exclusion constraints write it, whose indexes find the items.
const itemLine = sql`int8range(i.line_start_kg + i.start_kg, i.line_start_kg + i.end_kg)`;
const sharedKg = sql`least(i.line_start_kg + i.end_kg, upper(part))
  - greatest(i.line_start_kg + i.start_kg, lower(part))`;

/** The registry's live records `record` of kg that count, by their items `i`. */
export const liveRecords = sql`${undisputedParts}
  JOIN registry_retirement_items i ON i.is_live AND ${itemLine} && part
  JOIN registry_retirements record ON record.mode = i.mode AND record.id = i.retirement_id`;

/** Kg of an allocation by what registries have on record about them. */
export interface EvidenceKg {
  /** All kg that count. */
  kg: number;
  retiredKg: number;
  cancelledKg: number;
  requestedKg: number;
  /** Kg that a registry shows as someone else's. Records of them do not count. */
  disputedKg: number;
  /** Kg without any evidence, allocated before there was evidence. */
  unreportedKg: number;
}

/** One row of `EvidenceKg`. */
export const evidenceKg = sql<EvidenceKg>`(
  SELECT own.kg, recorded.retired_kg, recorded.cancelled_kg, requested.kg AS requested_kg,
    disputed.kg AS disputed_kg,
    CASE WHEN r.predates_evidence AND disputed.kg = 0
      THEN own.kg - recorded.retired_kg - recorded.cancelled_kg - requested.kg ELSE 0
    END AS unreported_kg
  FROM (SELECT (r.lot_end_kg - r.lot_start_kg - r.replaced_kg)::int AS kg) own
  CROSS JOIN (
    SELECT coalesce(sum(${sharedKg}) FILTER (WHERE record.kind = 'retired'), 0)::int AS retired_kg,
      coalesce(sum(${sharedKg}) FILTER (WHERE record.kind = 'cancelled'), 0)::int AS cancelled_kg
    FROM ${liveRecords}
  ) recorded
  CROSS JOIN (
    SELECT coalesce(sum(${sharedKg}), 0)::int AS kg
    FROM ${parts} JOIN registry_request_items i ON i.is_open AND ${itemLine} && part
  ) requested
  CROSS JOIN (
    SELECT coalesce(sum(upper(shared) - lower(shared)), 0)::int AS kg
    FROM ${parts}, unnest(int8multirange(part) * coalesce(${disputed}, '{}')) shared
  ) disputed
)`;

/** Kg of the allocation that the registry has retired. */
export const retiredKg = sql<number>`
  CASE WHEN o.registry_retired_kg = 0 THEN 0 WHEN o.registry_status = 'retired'
    THEN r.order_end_kg - r.order_start_kg - r.replaced_kg
    ELSE (SELECT evidence.retired_kg FROM ${evidenceKg} evidence) END`;

/** Kg of the allocation that the registry shows as someone else's. */
export const disputedKg = sql<number>`
  CASE WHEN o.registry_disputed_kg = 0 THEN 0
    ELSE (SELECT evidence.disputed_kg FROM ${evidenceKg} evidence) END`;

/**
 * Status of the allocation. Most orders have the same evidence for all of their kg: only the others
 * are looked up.
 */
export const registryStatus = sql<RegistryStatus>`
  CASE
    WHEN r.replaced_kg = r.order_end_kg - r.order_start_kg THEN 'disputed'
    WHEN o.registry_status = 'retired' THEN 'retired'
    WHEN o.registry_retired_kg + o.registry_cancelled_kg + o.registry_requested_kg
      + o.registry_disputed_kg = 0 AND NOT r.predates_evidence THEN 'pending'
    ELSE (
      SELECT CASE
        WHEN evidence.disputed_kg > 0 THEN 'disputed'
        WHEN evidence.cancelled_kg > 0 THEN 'cancelled'
        WHEN evidence.retired_kg = evidence.kg THEN 'retired'
        WHEN evidence.retired_kg + evidence.requested_kg = evidence.kg THEN 'requested'
        WHEN evidence.unreported_kg > 0 THEN 'unreported'
        ELSE 'pending' END
      FROM ${evidenceKg} evidence)
  END`;

/** The registry's latest record of the allocation, as columns of `registry_retirements`. */
export const latestRecord = sql<{
  id: string;
  kind: EvidenceKind;
  retiredOn: string;
  beneficiary: string | null;
  isPool: boolean;
  registryReference: string | null;
  url: string | null;
}>`(
  SELECT record.id, record.kind, record.retired_on, record.beneficiary, record.is_pool,
    record.registry_reference, record.url
  FROM ${liveRecords}
  WHERE o.registry_retired_kg + o.registry_cancelled_kg > 0
  ORDER BY record.retired_on DESC, record.id DESC LIMIT 1
)`;
