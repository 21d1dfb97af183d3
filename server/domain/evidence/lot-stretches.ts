import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { type Params, queriesOn, unnest } from "#core/query";
import {
  type InventoryTables,
  narrowSerialRange,
  type SerialForm,
  serialForm,
} from "#domain/inventory";
import type { LotStretch } from "./match-evidence-types";

const query = queriesOn<InventoryTables>();

/** A stretch with the columns of its lot that evidence and requests repeat. */
export interface PlacedStretch extends LotStretch {
  lineStartKg: number;
  lotQuantityKg: number;
  unitKg: number;
  serialNumberRange: string;
}

/** Types of the columns of a placed stretch. */
export const stretchTypes = {
  lotId: "text",
  lineStartKg: "bigint",
  lotQuantityKg: "bigint",
  unitKg: "bigint",
  startKg: "bigint",
  endKg: "bigint",
  serialNumberRange: "text",
} as const;
export const stretchColumns = Object.keys(stretchTypes) as (keyof typeof stretchTypes)[];

const lotsById = query(
  "evidence-find-lots",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .selectFrom("creditLots")
      .select(["id", "registry", "quantityKg", "unitKg", "lineStartKg", "serialNumberRange"])
      .select(sql<SerialForm>`${sql.raw(serialForm)}`.as("serialForm"))
      .where("mode", "=", mode)
      .where("id", "=", sql<string>`any (${ids}::text[])`),
);
type Lot = Awaited<ReturnType<typeof lotsById>>[number];

function place(lot: Lot, { startKg, endKg }: LotStretch): PlacedStretch {
  const { id: lotId, quantityKg: lotQuantityKg, unitKg, lineStartKg } = lot;
  const isWhole = startKg % unitKg === 0 && endKg % unitKg === 0;
  if (!isWhole || startKg < 0 || endKg <= startKg || endKg > lotQuantityKg) {
    throw invalid(
      "items",
      `kg ${startKg} to ${endKg} are not whole units of ${unitKg} kg within lot "${lotId}"`,
      "invalid",
    );
  }
  const serialNumberRange = narrowSerialRange(lot, startKg, endKg);
  return { lotId, startKg, endKg, lineStartKg, lotQuantityKg, unitKg, serialNumberRange };
}

interface PlaceStretches {
  mode: Mode;
  registry: string;
  /** Groups of items, one per retirement or request. */
  groups: readonly (readonly LotStretch[])[];
}

function requireDisjoint(stretches: readonly PlacedStretch[]): void {
  const sorted = stretches.toSorted(
    (a, b) => a.lineStartKg + a.startKg - (b.lineStartKg + b.startKg),
  );
  for (const [index, next] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.lotId !== next.lotId || before.endKg <= next.startKg) continue;
    throw invalid("items", `kg ${next.startKg} of lot "${next.lotId}" is named twice`, "invalid");
  }
}

/**
 * Completes stretches with the facts of their lots.
 * @throws invalid `items` if they are not whole units of the registry's lots, or overlap
 */
export async function placeStretches(
  ctx: Context,
  { mode, registry, groups }: PlaceStretches,
): Promise<PlacedStretch[][]> {
  const ids = [...new Set(groups.flat().map(({ lotId }) => lotId))];
  const lots = new Map((await lotsById(ctx.db, { mode, ids })).map((lot) => [lot.id, lot]));
  const placed = groups.map((items) =>
    items.map((item) => {
      const lot = lots.get(item.lotId);
      if (!lot) throw invalid("items", `there is no lot "${item.lotId}"`, "unknown-id");
      if (lot.registry === registry) return place(lot, item);
      throw invalid("items", `lot "${lot.id}" is of the registry "${lot.registry}"`, "invalid");
    }),
  );
  requireDisjoint(placed.flat());
  return placed;
}

/** Refuses a write to kg that are taken already. */
export function refuseTaken(by: string, taken: LotStretch | undefined): void {
  if (!taken) return;
  const { lotId, startKg, endKg } = taken;
  throw new Problem("conflict", {
    title: `Kg ${startKg} to ${endKg} of lot "${lotId}" ${by}`,
  });
}

// Matching waits while the status of allocations changes, so each transaction changes few.
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
