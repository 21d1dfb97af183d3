// Loads what an export of retirements is compared with: the lots that its serials name.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables, SerialRange } from "#domain/inventory";
import type { EvidenceLot, LotStretch } from "./match-evidence-types";
import { findUnitAllocations } from "./unit-allocations";
import { type BeneficiaryAllocation, type KgStretch, unitRuns } from "./unit-runs-rules";

const query = queriesOn<InventoryTables>();

/** Rows per statement. */
const BATCH = 5000;
const ALLOCATIONS = 50_000;
const perSerial = sql.lit(1000);

interface SerialsOfRow {
  row: number;
  range: string;
  quantityKg: number | null;
  block: string | null;
  first: number | null;
  last: number | null;
}

interface Place {
  mode: Mode;
  registry: string;
}

const itemTypes = {
  row: "int",
  range: "text",
  quantityKg: "bigint",
  block: "text",
  first: "numeric",
  last: "numeric",
} as const;

// Two joins: PostgreSQL compares all pairs to join by either. Lots share no serials, so the last one
// that starts before a serial is the only one before it that can contain it. A name is that of a
// whole lot; an issuance of Isometric names more than a row retires, unless the row has the lot's
// quantity.
const findPieces = query(
  "evidence-find-lots-of-serials",
  (db, { mode, registry, rows }: Params<Place & { rows: SerialsOfRow[] }>) =>
    db
      .selectFrom(
        sql<LotStretch & { row: number }>`(
          WITH item AS MATERIALIZED (SELECT * FROM ${unnest("given", rows, itemTypes)})
          SELECT item.row, lot.id AS lot_id,
            (greatest(item.first - lot.serial_first, 0) * ${perSerial})::bigint AS start_kg,
            ((least(item.last, lot.serial_last) - lot.serial_first + 1) * ${perSerial})::bigint
              AS end_kg
          FROM item
          CROSS JOIN LATERAL (
            SELECT one.id, one.serial_first, one.serial_last FROM credit_lots one
            WHERE one.serial_block = item.block AND one.mode = ${mode}
              AND one.registry = ${registry}
              AND one.serial_first >= coalesce((
                SELECT before.serial_first FROM credit_lots before
                WHERE before.serial_block = item.block AND before.mode = ${mode}
                  AND before.serial_first <= item.first
                ORDER BY before.serial_first DESC LIMIT 1), item.first)
              AND one.serial_first <= item.last AND one.serial_last >= item.first
            OFFSET 0
          ) lot
          UNION ALL
          SELECT item.row, lot.id, 0, lot.quantity_kg
          FROM item
          JOIN credit_lots lot ON lot.serial_number_range = item.range AND lot.mode = ${mode}
          WHERE item.block IS NULL AND lot.serial_block IS NULL AND lot.registry = ${registry}
            AND lot.quantity_kg = item.quantity_kg
        )`.as("piece"),
      )
      .selectAll(),
);

interface WithSerials {
  serials: SerialRange | null;
  quantityKg: number | null;
}

function columnsOf(row: number, { serials, quantityKg }: WithSerials): SerialsOfRow[] {
  if (serials === null) return [];
  const { range } = serials;
  if (!("first" in serials)) {
    return [{ row, range, quantityKg, block: null, first: null, last: null }];
  }
  const { blockKey: block, first, last } = serials;
  return [{ row, range, quantityKg: null, block, first, last }];
}

/** Kg of our lots that each row's serials are, by the row's index. */
export async function findSerialPieces(
  ctx: Context,
  { mode, registry, rows }: Place & { rows: readonly WithSerials[] },
): Promise<Map<number, LotStretch[]>> {
  const all = rows.flatMap((row, index) => columnsOf(index, row));
  const pieces = new Map<number, LotStretch[]>();
  for (let start = 0; start < all.length; start += BATCH) {
    const batch = all.slice(start, start + BATCH);
    for (const { row, ...piece } of await findPieces(ctx.db, { mode, registry, rows: batch })) {
      pieces.set(row, [...(pieces.get(row) ?? []), piece]);
    }
    await ctx.progress?.({ phase: "Comparing with stock", done: start, total: all.length });
  }
  return pieces;
}

interface LotFacts extends Omit<EvidenceLot, "runs"> {
  unitKg: number;
}

const findFacts = query(
  "evidence-find-lot-facts",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .selectFrom(
        sql<LotFacts>`(
          SELECT lot.id, lot.unit_kg, lot.state = 'removed' AS is_removed,
            (lot.retired_kg + lot.unit_kg - 1) / lot.unit_kg * lot.unit_kg AS touched_end_kg,
            coalesce(evidence.list, '[]') AS evidence, coalesce(requests.list, '[]') AS requests,
            coalesce(incidents.list, '[]') AS incidents
          FROM credit_lots lot
          CROSS JOIN LATERAL (SELECT json_agg(json_build_object(
              'startKg', i.start_kg, 'endKg', i.end_kg, 'kind', t.kind,
              'retiredOn', t.retired_on, 'beneficiary', t.beneficiary) ORDER BY i.start_kg) AS list
            FROM registry_retirement_items i
            JOIN registry_retirements t ON t.mode = i.mode AND t.id = i.retirement_id
            WHERE i.lot_id = lot.id AND i.mode = lot.mode AND i.is_live) evidence
          CROSS JOIN LATERAL (SELECT json_agg(json_build_object(
              'startKg', i.start_kg, 'endKg', i.end_kg, 'requestId', i.request_id,
              'beneficiary', q.beneficiary, 'isPool', q.is_pool) ORDER BY i.start_kg) AS list
            FROM registry_request_items i
            JOIN registry_requests q ON q.mode = i.mode AND q.id = i.request_id
            WHERE i.lot_id = lot.id AND i.mode = lot.mode AND i.is_open) requests
          CROSS JOIN LATERAL (SELECT json_agg(json_build_object(
              'startKg', i.start_kg, 'endKg', i.end_kg, 'rowKey', i.row ->> 'key',
              'isOpen', i.state = 'open', 'isDispute', i.kind = 'other_beneficiary')) AS list
            FROM registry_incidents i
            WHERE i.lot_id = lot.id AND i.mode = lot.mode) incidents
          WHERE lot.mode = ${mode} AND lot.id = ANY (${ids}::text[])
          ORDER BY lot.id
        )`.as("facts"),
      )
      .selectAll(),
);

/** The touched whole units that contain the pieces, merged. */
function touchedUnits({ unitKg, touchedEndKg }: LotFacts, pieces: readonly KgStretch[]) {
  const merged: KgStretch[] = [];
  for (const { startKg, endKg } of pieces.toSorted((a, b) => a.startKg - b.startKg)) {
    const unit = {
      startKg: Math.floor(startKg / unitKg) * unitKg,
      endKg: Math.min(Math.ceil(endKg / unitKg) * unitKg, touchedEndKg),
    };
    const last = merged.at(-1);
    if (unit.startKg >= unit.endKg) continue;
    if (last && unit.startKg <= last.endKg) last.endKg = Math.max(last.endKg, unit.endKg);
    else merged.push(unit);
  }
  return merged;
}

async function findRuns(ctx: Context, mode: Mode, lot: LotFacts, pieces: readonly KgStretch[]) {
  const { id: lotId, unitKg } = lot;
  const stretches = touchedUnits(lot, pieces);
  const allocations: BeneficiaryAllocation[] = [];
  for (const { startKg, endKg } of stretches) {
    for (let from = startKg; from < endKg; ) {
      const place = { mode, lotId, unitKg, startKg: from, endKg, limit: ALLOCATIONS };
      const read = await findUnitAllocations(ctx.db, place);
      // The next page starts with the last allocation again if it goes on there.
      const known = allocations.at(-1)?.startKg ?? -1;
      for (const one of read.allocations) {
        if (one.startKg > known && one.startKg < read.endKg) allocations.push(one);
      }
      from = read.endKg;
    }
  }
  return unitRuns({ unitKg, stretches, allocations, byDay: true });
}

/** The lots of the pieces, with evidence, requests, incidents and the sold units of these pieces. */
export async function findEvidenceLots(
  ctx: Context,
  { mode, pieces }: { mode: Mode; pieces: readonly LotStretch[] },
): Promise<EvidenceLot[]> {
  const byLot = Map.groupBy(pieces, ({ lotId }) => lotId);
  const lots: EvidenceLot[] = [];
  for (const facts of await findFacts(ctx.db, { mode, ids: [...byLot.keys()] })) {
    const runs = await findRuns(ctx, mode, facts, byLot.get(facts.id) ?? []);
    lots.push({ ...facts, runs });
    await ctx.progress?.({
      phase: "Comparing with orders",
      done: lots.length,
      total: byLot.size,
    });
  }
  return lots;
}
