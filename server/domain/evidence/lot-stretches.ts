import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
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
