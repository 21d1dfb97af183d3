// Matching waits while the status of allocations changes, so each transaction changes few.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import type { LotStretch } from "./match-evidence-types";

const query = queriesOn<InventoryTables>();

/** Allocations whose status one transaction changes, unless a single unit has more. */
export const SLICE_ALLOCATIONS = 300;
/** Stretches that are counted for a slice. */
const MAX_STRETCHES = 100;

interface Counted {
  mode: Mode;
  stretches: readonly LotStretch[];
  limit: number;
}

interface CountedStretch extends LotStretch {
  unitKg: number;
  /** Allocations of the stretch, up to the limit. */
  allocations: number;
  /** End of the last one that was counted. */
  countedEndKg: number | null;
}

const countAllocations = query("evidence-count-allocations", (db, of: Params<Counted>) =>
  db
    .selectFrom(unnest("part", of.stretches, { lotId: "text", startKg: "bigint", endKg: "bigint" }))
    .innerJoin("creditLots as lot", (join) =>
      join.on("lot.mode", "=", of.mode).onRef("lot.id", "=", "part.lotId"),
    )
    .innerJoinLateral(
      sql<Pick<CountedStretch, "allocations" | "countedEndKg">>`(
        SELECT count(*)::int AS allocations, max(first.lot_end_kg) AS counted_end_kg FROM (
          SELECT r.lot_end_kg FROM retirements r
          WHERE r.lot_id = part.lot_id AND r.mode = lot.mode
            AND r.lot_end_kg > part.start_kg AND r.lot_start_kg < part.end_kg
          ORDER BY r.lot_end_kg LIMIT ${of.limit}
        ) first
      )`.as("counted"),
      (join) => join.onTrue(),
    )
    .select(["part.lotId", "part.startKg", "part.endKg", "lot.unitKg"])
    .select(["counted.allocations", "counted.countedEndKg"])
    .orderBy("part.lotId")
    .orderBy("part.startKg"),
);

/** The part of the stretch that has at most about this many allocations, in whole units. */
function cutOff(stretch: CountedStretch, limit: number): LotStretch {
  const { lotId, startKg, endKg, unitKg, allocations, countedEndKg } = stretch;
  if (allocations < limit || countedEndKg === null) return { lotId, startKg, endKg };
  const wholeKg = Math.floor(countedEndKg / unitKg) * unitKg;
  return { lotId, startKg, endKg: Math.min(endKg, Math.max(wholeKg, startKg + unitKg)) };
}

/**
 * Some of the stretches, as many as one transaction may change; one with too many allocations is cut
 * after a whole unit. The caller records these, and then calls again with what is left.
 */
export async function firstSlice(
  ctx: Context,
  { mode, stretches }: { mode: Mode; stretches: readonly LotStretch[] },
): Promise<LotStretch[]> {
  const slice: LotStretch[] = [];
  if (stretches.length === 0) return slice;
  const limit = SLICE_ALLOCATIONS;
  const first = stretches.slice(0, MAX_STRETCHES);
  let left = limit;
  for (const counted of await countAllocations(ctx.db, { mode, stretches: first, limit })) {
    if (slice.length > 0 && counted.allocations > left) break;
    slice.push(cutOff(counted, limit));
    left -= counted.allocations;
  }
  return slice;
}
