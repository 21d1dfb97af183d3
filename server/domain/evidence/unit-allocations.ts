import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import { REMOVED_NAME } from "#domain/orders";
import type { BeneficiaryAllocation, KgStretch } from "./unit-runs-rules";

const query = queriesOn<InventoryTables>();

interface Stretch extends KgStretch {
  mode: Mode;
  lotId: string;
  limit: number;
}

// The allocation that contains the last kg bounds the scan of the index.
const findAllocations = query("evidence-find-allocations", (db, at: Params<Stretch>) =>
  db
    .selectFrom(
      sql<BeneficiaryAllocation>`(
        SELECT r.lot_start_kg AS start_kg, r.lot_end_kg AS end_kg, r.retired_at AS allocated_at,
          nullif(coalesce(o.beneficiary_name, s.name, a.name), ${REMOVED_NAME}) AS beneficiary
        FROM retirements r
        JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
        JOIN accounts a ON a.id = r.account_id
        LEFT JOIN subaccounts s ON s.account_id = o.account_id AND s.id = o.subaccount_id
        WHERE r.lot_id = ${at.lotId} AND r.mode = ${at.mode} AND r.lot_end_kg > ${at.startKg}
          AND r.lot_end_kg <= coalesce((
            SELECT last.lot_end_kg FROM retirements last
            WHERE last.lot_id = ${at.lotId} AND last.mode = ${at.mode}
              AND last.lot_end_kg >= ${at.endKg}
            ORDER BY last.lot_end_kg LIMIT 1), ${at.endKg})
        ORDER BY r.lot_end_kg LIMIT ${at.limit}
      )`.as("allocation"),
    )
    .selectAll(),
);

interface UnitsOfLot extends Stretch {
  unitKg: number;
}

/** Allocations of whole units from the start of the stretch. */
export interface UnitAllocations extends KgStretch {
  allocations: BeneficiaryAllocation[];
}

/**
 * Reads the allocations of the stretch's first units: as many units as about `limit` allocations
 * fill, and at least one. Beneficiaries are those of the orders' certificates.
 */
export async function findUnitAllocations(db: Sql, units: UnitsOfLot): Promise<UnitAllocations> {
  const { startKg, endKg, limit, unitKg } = units;
  const allocations = await findAllocations(db, units);
  const last = allocations.at(-1);
  if (!last || allocations.length < limit) return { startKg, endKg, allocations };
  const readKg = Math.min(endKg, Math.floor(last.endKg / unitKg) * unitKg);
  if (readKg > startKg) return { startKg, endKg: readKg, allocations };
  return findUnitAllocations(db, { ...units, limit: limit * 10 });
}
