import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import { isLost } from "./lost-incident";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables & InventoryTables>();

/** Kg of our orders that an incident left to someone else, or that were cancelled. */
export interface LostCredits {
  lostKg: number;
  /** Part of them for which other credits were substituted. */
  replacedKg: number;
}

const sharedKg = (table: "r" | "x", start: string, end: string) => sql`coalesce(sum(
  least(${sql.ref(`${table}.${end}`)}, incident.end_kg)
    - greatest(${sql.ref(`${table}.${start}`)}, incident.start_kg)), 0)::bigint`;

const sumLost = query("evidence-sum-lost", (db, of: Params<{ mode: Mode; id: string }>) =>
  db
    .selectFrom(
      sql<LostCredits>`(
        SELECT lost.kg AS lost_kg, replaced.kg AS replaced_kg
        FROM registry_incidents incident
        CROSS JOIN LATERAL (
          SELECT ${sharedKg("r", "lotStartKg", "lotEndKg")} AS kg FROM retirements r
          WHERE r.lot_id = incident.lot_id AND r.mode = incident.mode
            AND r.lot_end_kg > incident.start_kg AND r.lot_start_kg < incident.end_kg
        ) lost
        CROSS JOIN LATERAL (
          SELECT ${sharedKg("x", "startKg", "endKg")} AS kg FROM allocation_remedies x
          WHERE x.lot_id = incident.lot_id AND x.mode = incident.mode
            AND x.end_kg > incident.start_kg AND x.start_kg < incident.end_kg
        ) replaced
        WHERE incident.mode = ${of.mode} AND incident.id = ${of.id} AND ${isLost}
      )`.as("sums"),
    )
    .selectAll(),
);

/** Returns null unless an operator has decided that the incident's credits are lost. */
export async function findLostCredits(
  ctx: Context,
  of: { mode: Mode; id: string },
): Promise<LostCredits | null> {
  const [sums] = await sumLost(ctx.db, of);
  return sums ?? null;
}
