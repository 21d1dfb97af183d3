// Counts and sums of filtered lists of evidence: exact, or absent.
import { sql } from "kysely";
import type { Context } from "#core/context";
import { MOST_SUMMED } from "#core/page";
import { runOnce } from "#core/query";
import { escapedForLike } from "#core/text";
import type { IncidentFilter } from "./incident-list";
import type { RetirementFilter } from "./retirement-list";
import type { EvidenceTables } from "./tables";

export interface EvidenceSums {
  /** All matching rows, or as many as were counted if `isCapped`. */
  count: number;
  isCapped: boolean;
  /** Null if not all rows were counted. */
  amountKg: number | null;
}

function toSums(row: { count: number; amountKg: number } | undefined): EvidenceSums {
  if (!row) throw new Error("a sum has a row");
  const isCapped = row.count > MOST_SUMMED;
  return { count: row.count, isCapped, amountKg: isCapped ? null : row.amountKg };
}

/** Count of the mode's incidents that match the filter, and kg that they propose. */
export async function getIncidentSums(ctx: Context, filter: IncidentFilter): Promise<EvidenceSums> {
  const { mode, kind, state } = filter;
  const [row] = await runOnce<EvidenceTables, { count: number; amountKg: number }>(ctx.db, (db) => {
    const incidents = db
      .selectFrom("registryIncidents")
      .select("proposal")
      .where("mode", "=", mode)
      .where("state", "=", state)
      .$if(kind !== null, (rows) => rows.where("kind", "=", kind ?? ""))
      .limit(MOST_SUMMED + 1);
    return db
      .selectFrom(incidents.as("incident"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .select(
        sql<number>`coalesce(sum((
          SELECT sum((item ->> 'endKg')::bigint - (item ->> 'startKg')::bigint)
          FROM jsonb_array_elements(proposal -> 'items') item
        )), 0)::bigint`.as("amountKg"),
      );
  });
  return toSums(row);
}

/** Count of the mode's registry retirements that match the filter, and kg of those in effect. */
export async function getRetirementSums(
  ctx: Context,
  filter: RetirementFilter,
): Promise<EvidenceSums> {
  const { mode, registry, search } = filter;
  const pattern = `%${escapedForLike(search ?? "")}%`;
  const [row] = await runOnce<EvidenceTables, { count: number; amountKg: number }>(ctx.db, (db) => {
    const retirements = db
      .selectFrom("registryRetirements")
      .select(["mode", "id", "isLive"])
      .where("mode", "=", mode)
      .$if(registry !== null, (rows) => rows.where("registry", "=", registry ?? ""))
      .$if(search !== null, (rows) =>
        rows.where((eb) =>
          eb.or([eb("registryReference", "ilike", pattern), eb("beneficiary", "ilike", pattern)]),
        ),
      )
      .limit(MOST_SUMMED + 1);
    return db
      .selectFrom(retirements.as("retirement"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .select(
        sql<number>`coalesce(sum((
          SELECT sum(item.end_kg - item.start_kg) FROM registry_retirement_items item
          WHERE item.mode = retirement.mode AND item.retirement_id = retirement.id
            AND retirement.is_live
        )), 0)::bigint`.as("amountKg"),
      );
  });
  return toSums(row);
}
