import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { nameKey } from "#core/name-order";
import { type Params, queriesOn } from "#core/query";
import type { InventoryTables, SerialForm } from "#domain/inventory";
import type { KgStretch } from "./unit-runs-rules";

const query = queriesOn<InventoryTables>();

/** `unreported`: sold before the installation kept registry evidence. */
export const worklistSections = ["current", "unreported"] as const;
export type WorklistSection = (typeof worklistSections)[number];

/** Condition on a `lot` with sold kg that no registry has retired or been asked to. */
export const isUnasked = sql`
  lot.retired_kg > lot.registry_retired_kg + lot.registry_cancelled_kg + lot.requested_kg`;

/** A lot with units that orders have touched, and that no registry has retired or been asked to. */
export interface WorkLot {
  id: string;
  registry: string;
  projectId: string;
  projectName: string;
  projectRegistryId: string | null;
  vintageYear: number;
  unitKg: number;
  quantityKg: number;
  retiredKg: number;
  lineStartKg: number;
  serialNumberRange: string;
  serialForm: SerialForm;
  /** Whole units without evidence, an open request or a dispute, sorted. */
  uncovered: KgStretch[];
  /** Time of the oldest of their allocations. */
  oldestAt: Date;
  /** Time of the oldest allocation in the last unit, if that unit has kg for sale; else null. */
  partialSince: Date | null;
}

interface WorkFilter {
  mode: Mode;
  section: WorklistSection;
  registry: string | null;
  projectId: string | null;
  vintageYear: number | null;
}

const serialFormOf = sql<SerialForm>`CASE WHEN lot.serial_block IS NOT NULL THEN 'numbered'
  WHEN lot.opaque_serials THEN 'opaque' ELSE 'named' END`;

/** Time of the lot's allocation that contains this kg. */
const allocatedAt = (kg: ReturnType<typeof sql>) => sql<Date>`(
  SELECT r.retired_at FROM retirements r
  WHERE r.lot_id = lot.id AND r.mode = lot.mode AND r.lot_end_kg > ${kg}
  ORDER BY r.lot_end_kg LIMIT 1)`;

// Tonnes that the registry shows as retired for someone else cannot be retired again. Allocations
// fill a lot from its start, so those of before are its first ones, and only its last
// touched unit can have kg for sale.
const findLots = query("evidence-find-lots-with-work", (db, filter: Params<WorkFilter>) =>
  db
    .selectFrom(
      sql<WorkLot>`(
        SELECT lot.id, lot.registry, lot.project_id, p.name AS project_name,
          p.registry_id AS project_registry_id, lot.vintage_year, lot.unit_kg, lot.quantity_kg,
          lot.retired_kg, lot.line_start_kg, lot.serial_number_range,
          ${serialFormOf} AS serial_form, gaps.uncovered,
          ${allocatedAt(sql`gaps.first_kg`)} AS oldest_at,
          CASE WHEN ${filter.section} = 'current' AND lot.retired_kg % lot.unit_kg > 0
            AND gaps.last_kg > lot.retired_kg
            THEN ${allocatedAt(sql`lot.retired_kg / lot.unit_kg * lot.unit_kg`)}
          END AS partial_since
        FROM credit_lots lot
        JOIN projects p ON p.mode = lot.mode AND p.id = lot.project_id
        CROSS JOIN LATERAL (SELECT coalesce((
            SELECT r.lot_end_kg FROM retirements r
            WHERE r.lot_id = lot.id AND r.mode = lot.mode AND r.predates_evidence
            ORDER BY r.lot_end_kg DESC LIMIT 1
          ), 0) AS end_kg) earlier
        CROSS JOIN LATERAL (SELECT
            (earlier.end_kg + lot.unit_kg - 1) / lot.unit_kg * lot.unit_kg AS earlier_kg,
            (lot.retired_kg + lot.unit_kg - 1) / lot.unit_kg * lot.unit_kg AS touched_kg) ends
        CROSS JOIN LATERAL (SELECT
            json_agg(json_build_object('startKg', lower(gap), 'endKg', upper(gap)) ORDER BY gap)
              AS uncovered, min(lower(gap)) AS first_kg, max(upper(gap)) AS last_kg
          FROM unnest(int8multirange(
              CASE WHEN ${filter.section} = 'current'
                THEN int8range(ends.earlier_kg, ends.touched_kg)
                ELSE int8range(0, ends.earlier_kg) END
            ) - coalesce((SELECT range_agg(int8range(item.start_kg, item.end_kg)) FROM (
                SELECT i.start_kg, i.end_kg FROM registry_retirement_items i
                WHERE i.lot_id = lot.id AND i.mode = lot.mode AND i.is_live
                UNION ALL SELECT i.start_kg, i.end_kg FROM registry_request_items i
                WHERE i.lot_id = lot.id AND i.mode = lot.mode AND i.is_open
                UNION ALL SELECT i.start_kg, i.end_kg FROM registry_incidents i
                WHERE i.lot_id = lot.id AND i.mode = lot.mode AND i.kind = 'other_beneficiary'
                  AND (i.state = 'open' OR i.resolution = 'theirs')
              ) item), '{}')) gap) gaps
        WHERE lot.mode = ${filter.mode} AND gaps.uncovered IS NOT NULL
          AND ${isUnasked}
          AND (${filter.registry}::text IS NULL OR lot.registry = ${filter.registry})
          AND (${filter.projectId}::text IS NULL OR lot.project_id = ${filter.projectId})
          AND (${filter.vintageYear}::int IS NULL OR lot.vintage_year = ${filter.vintageYear})
        ORDER BY lot.registry, ${sql.raw(nameKey("p.search_name"))}, lot.project_id, lot.vintage_year,
          lot.created_at, lot.root_lot_id, lot.line_start_kg
      )`.as("work"),
    )
    .selectAll(),
);

/** Lots with work, by registry, project and vintage, then in their order of use. */
export function findWorkLots(
  db: Sql,
  filter: Partial<WorkFilter> & Pick<WorkFilter, "mode">,
): Promise<WorkLot[]> {
  const all = { section: "current", registry: null, projectId: null, vintageYear: null } as const;
  return findLots(db, { ...all, ...filter });
}
