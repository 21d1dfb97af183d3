import { sql } from "kysely";
import type { Mode } from "#core/context";
import { type Params, unnest } from "#core/query";
import type { RegistryStatus } from "#domain/inventory";
import type { LotStretch } from "./match-evidence-types";

export interface Stretches {
  mode: Mode;
  stretches: readonly LotStretch[];
}

export interface ChangedAllocation {
  accountId: string;
  orderId: string;
  orderStartKg: number;
  lotId: string;
  projectId: string;
  vintageYear: number;
  /** Change of the kg with evidence. */
  addedKg: number;
}

interface Computed extends Omit<ChangedAllocation, "addedKg"> {
  formerKg: number;
  retiredKg: number;
  retiredOn: string | null;
  retirementId: string | null;
  status: RegistryStatus;
}

/** The stretch of an item, on the line of all lots. */
const lineOf = (item: "i" | "x") =>
  sql.raw(
    `int8range(${item}.line_start_kg + ${item}.start_kg, ${item}.line_start_kg + ${item}.end_kg)`,
  );

const ownLine = sql`
  int8range(lot.line_start_kg + r.lot_start_kg, lot.line_start_kg + r.lot_end_kg)`;

const disputedLine = sql`
  int8range(lot.line_start_kg + dispute.start_kg, lot.line_start_kg + dispute.end_kg)`;

/** The allocation's stretch of the line without what a remedy replaced. */
const remainingLine = sql`
  int8multirange(${ownLine}) - coalesce((
    SELECT range_agg(${lineOf("x")}) FROM allocation_remedies x
    WHERE x.account_id = r.account_id AND x.order_id = r.order_id
      AND x.replaced_start_kg = r.order_start_kg
  ), '{}')`;

/** The stretches that count. Few allocations have remedies, so theirs cost nothing to others. */
const parts = sql`(
  SELECT ${ownLine} AS part WHERE r.replaced_kg = 0
  UNION ALL
  SELECT unnest(${remainingLine}) WHERE r.replaced_kg > 0
) counted`;

/** Returns whether an export shows counted kg as retired for someone else. */
const isDisputed = sql<boolean>`
  EXISTS (
    SELECT FROM registry_incidents dispute
    WHERE dispute.lot_id = r.lot_id AND dispute.mode = r.mode
      AND dispute.kind = 'other_beneficiary'
      AND (dispute.state = 'open' OR dispute.resolution = 'theirs')
      AND CASE WHEN r.replaced_kg = 0 THEN ${disputedLine} && ${ownLine}
        ELSE ${disputedLine} && (${remainingLine}) END
  )`;

const sharedKg = sql`coalesce(sum(least(i.line_start_kg + i.end_kg, upper(part))
  - greatest(i.line_start_kg + i.start_kg, lower(part))), 0)::int`;

// A lot's allocations are contiguous from its first kg, so the last one that starts before a kg
// contains it. Both overlaps on the line use the index of an exclusion constraint. Kg that a remedy
// replaced do not count.
export const computedStatuses = ({ mode, stretches }: Params<Stretches>) => sql<Computed>`(
  SELECT facts.*, CASE
      WHEN is_disputed OR kg = 0 THEN 'disputed'
      WHEN retired_kg = kg THEN 'retired'
      WHEN retired_kg + requested_kg = kg THEN 'requested'
      WHEN predates_evidence THEN 'unreported'
      ELSE 'pending' END AS status
  FROM (
    SELECT r.account_id, r.order_id, r.order_start_kg, r.predates_evidence,
           r.registry_retired_kg AS former_kg,
           r.lot_end_kg - r.lot_start_kg - r.replaced_kg AS kg,
           r.lot_id, lot.project_id, lot.vintage_year,
           evidence.kg AS retired_kg, evidence.retired_on, evidence.retirement_id,
           requested.kg AS requested_kg,
           ${isDisputed} AS is_disputed
    FROM (
      SELECT DISTINCT ON (taken.account_id, taken.order_id, taken.order_start_kg) taken.*
      FROM ${unnest("stretch", stretches, { lotId: "text", startKg: "bigint", endKg: "bigint" })}
      CROSS JOIN LATERAL (
        SELECT * FROM retirements one
        WHERE one.lot_id = stretch.lot_id AND one.mode = ${mode}
          AND one.lot_start_kg >= coalesce((
            SELECT before.lot_start_kg FROM retirements before
            WHERE before.lot_id = stretch.lot_id AND before.mode = ${mode}
              AND before.lot_start_kg <= stretch.start_kg
            ORDER BY before.lot_start_kg DESC LIMIT 1
          ), stretch.start_kg)
          AND one.lot_start_kg < stretch.end_kg AND one.lot_end_kg > stretch.start_kg
        OFFSET 0
      ) taken
    ) r
    JOIN credit_lots lot ON lot.id = r.lot_id AND lot.mode = r.mode
    CROSS JOIN LATERAL (
      SELECT ${sharedKg} AS kg,
             max(record.retired_on) AS retired_on,
             (array_agg(record.id ORDER BY record.retired_on DESC, record.id DESC))[1]
               AS retirement_id
      FROM ${parts}
      JOIN registry_retirement_items i ON i.is_live AND ${lineOf("i")} && part
      JOIN registry_retirements record ON record.mode = i.mode AND record.id = i.retirement_id
    ) evidence
    CROSS JOIN LATERAL (
      SELECT ${sharedKg} AS kg
      FROM ${parts} JOIN registry_request_items i ON i.is_open AND ${lineOf("i")} && part
    ) requested
    OFFSET 0
  ) facts)`;
