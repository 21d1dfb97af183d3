import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables & InventoryTables>();

/** Kg of our orders that an incident left to someone else. */
export interface LostCredits {
  lostKg: number;
  /** Part of them for which other credits were substituted. */
  replacedKg: number;
}

const sharedKg = (table: "r" | "x", start: string, end: string) => sql`coalesce(sum(
  least(${sql.ref(`${table}.${end}`)}, i.end_kg)
    - greatest(${sql.ref(`${table}.${start}`)}, i.start_kg)), 0)::bigint`;

const sumLost = query("evidence-sum-lost", (db, of: Params<{ mode: Mode; id: string }>) =>
  db
    .selectFrom(
      sql<LostCredits>`(
        SELECT lost.kg AS lost_kg, replaced.kg AS replaced_kg
        FROM registry_incidents i
        CROSS JOIN LATERAL (
          SELECT ${sharedKg("r", "lotStartKg", "lotEndKg")} AS kg FROM retirements r
          WHERE r.lot_id = i.lot_id AND r.mode = i.mode
            AND r.lot_end_kg > i.start_kg AND r.lot_start_kg < i.end_kg
        ) lost
        CROSS JOIN LATERAL (
          SELECT ${sharedKg("x", "startKg", "endKg")} AS kg FROM allocation_remedies x
          WHERE x.lot_id = i.lot_id AND x.mode = i.mode
            AND x.end_kg > i.start_kg AND x.start_kg < i.end_kg
        ) replaced
        WHERE i.mode = ${of.mode} AND i.id = ${of.id}
          AND i.kind = 'other_beneficiary' AND i.resolution = 'theirs'
      )`.as("sums"),
    )
    .selectAll(),
);

/** Returns null unless an operator has left the incident's credits to someone else. */
export async function findLostCredits(
  ctx: Context,
  of: { mode: Mode; id: string },
): Promise<LostCredits | null> {
  const [sums] = await sumLost(ctx.db, of);
  return sums ?? null;
}
