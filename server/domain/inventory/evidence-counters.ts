import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { Holding } from "./schema";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface Counters {
  registryRetiredKg: number;
  registryCancelledKg: number;
  evidenceEndKg: number;
  requestedKg: number;
  requestEndKg: number;
}

const recount = query(
  "inventory-recount-evidence",
  (db, { mode, ids }: Params<{ mode: Mode; ids: readonly string[] }>) =>
    db
      .updateTable("creditLots as lot")
      .from(
        sql<{ id: string } & Counters>`(
          SELECT l.id, recorded.retired_kg AS registry_retired_kg,
                 recorded.cancelled_kg AS registry_cancelled_kg, recorded.evidence_end_kg,
                 requested.requested_kg, requested.request_end_kg
          FROM credit_lots l
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(i.end_kg - i.start_kg) FILTER (WHERE t.kind = 'retired'), 0)::bigint
                     AS retired_kg,
                   coalesce(sum(i.end_kg - i.start_kg) FILTER (WHERE t.kind = 'cancelled'), 0)
                     ::bigint AS cancelled_kg,
                   coalesce(max(i.end_kg), 0) AS evidence_end_kg
            FROM registry_retirement_items i
            JOIN registry_retirements t ON t.mode = i.mode AND t.id = i.retirement_id
            WHERE i.lot_id = l.id AND i.mode = l.mode AND i.is_live
          ) recorded
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(i.end_kg - i.start_kg), 0)::bigint AS requested_kg,
                   coalesce(max(i.end_kg), 0) AS request_end_kg
            FROM registry_request_items i
            WHERE i.lot_id = l.id AND i.mode = l.mode AND i.is_open
          ) requested
          WHERE l.mode = ${mode} AND l.id = ANY (${ids}::text[])
        )`.as<"counted">(sql`counted`),
      )
      .set((eb) => ({
        registryRetiredKg: eb.ref("counted.registryRetiredKg"),
        registryCancelledKg: eb.ref("counted.registryCancelledKg"),
        evidenceEndKg: eb.ref("counted.evidenceEndKg"),
        requestedKg: eb.ref("counted.requestedKg"),
        requestEndKg: eb.ref("counted.requestEndKg"),
        holding: sql<Holding>`
          CASE WHEN counted.registry_retired_kg = lot.quantity_kg THEN 'retired' ELSE 'active' END`,
      }))
      .where("lot.mode", "=", mode)
      .whereRef("lot.id", "=", "counted.id"),
);

/** Counts the kg of lots with live evidence and in open requests, after either has changed. */
export async function recountEvidence(
  db: Sql,
  lots: { mode: Mode; ids: readonly string[] },
): Promise<void> {
  if (lots.ids.length > 0) await recount(db, lots);
}
