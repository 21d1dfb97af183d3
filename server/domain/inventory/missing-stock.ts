import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { type SerialRow, serialColumns, serialTypes } from "./lot-store";
import { narrowSerialRange, type SerialForm, type SerialRange } from "./serial-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface Part {
  lotId: string;
  quantityKg: number;
  serialNumberRange: string;
  serialForm: SerialForm;
  startKg: number;
  endKg: number;
  isSold: boolean;
}

interface Listed {
  mode: Mode;
  registry: string;
  ranges: readonly SerialRow[];
}

// A registry's account still has what was sold, until it is retired there. Serials can be longer
// than a bigint.
const findParts = query("inventory-find-missing-stock", (db, of: Params<Listed>) =>
  db
    .selectFrom(
      sql<Part>`(
        WITH listed AS MATERIALIZED (
          SELECT range, serial_block, serial_first, serial_last
          FROM ${unnest("given", of.ranges, { range: "text", ...serialTypes })}
        ), block AS MATERIALIZED (
          SELECT serial_block, range_agg(numrange(serial_first, serial_last + 1)) AS serials
          FROM listed WHERE serial_block IS NOT NULL GROUP BY serial_block
        )
        SELECT lot.id AS lot_id, lot.quantity_kg, lot.serial_number_range,
          CASE WHEN lot.serial_block IS NOT NULL THEN 'numbered'
            WHEN lot.opaque_serials THEN 'opaque' ELSE 'named' END AS serial_form,
          part.start_kg, part.end_kg, half.is_sold
        FROM credit_lots lot
        LEFT JOIN block ON block.serial_block = lot.serial_block
        CROSS JOIN LATERAL (SELECT least(lot.quantity_kg,
          (lot.retired_kg + lot.unit_kg - 1) / lot.unit_kg * lot.unit_kg) AS touched_kg) ends
        CROSS JOIN LATERAL (VALUES (true, 0, ends.touched_kg), (false, ends.touched_kg,
          CASE WHEN lot.state = 'removed' THEN ends.touched_kg ELSE lot.quantity_kg END)
        ) half (is_sold, start_kg, end_kg)
        CROSS JOIN LATERAL (
          SELECT lower(gap)::bigint AS start_kg, upper(gap)::bigint AS end_kg
          FROM unnest(
            nummultirange(numrange(half.start_kg, half.end_kg))
            - coalesce((
              SELECT range_agg(numrange(i.start_kg, i.end_kg)) FROM registry_retirement_items i
              WHERE i.lot_id = lot.id AND i.mode = lot.mode AND i.is_live
            ), '{}')
            - coalesce((
              SELECT range_agg(numrange((lower(known) - lot.serial_first) * 1000,
                (upper(known) - lot.serial_first) * 1000))
              FROM unnest(block.serials) known
              WHERE known && numrange(lot.serial_first, lot.serial_last + 1)
            ), '{}')) gap
        ) part
        WHERE lot.mode = ${of.mode} AND lot.registry = ${of.registry}
          AND half.start_kg < half.end_kg
          AND (lot.serial_block IS NOT NULL OR NOT EXISTS (
            SELECT FROM listed WHERE listed.range = lot.serial_number_range))
        ORDER BY half.is_sold, lot.id, part.start_kg
      )`.as("missing"),
    )
    .selectAll(),
);

export interface MissingStock {
  lotId: string;
  serials: string;
  kg: number;
  /** True for credits of orders, which wait to be retired. */
  isSold: boolean;
}

/**
 * Credits that stock or orders have, and a complete list of what the account holds at the registry
 * lacks. The unsold ones first.
 */
export async function findMissingStock(
  ctx: Context,
  { ranges, ...at }: { mode: Mode; registry: string; ranges: readonly SerialRange[] },
): Promise<MissingStock[]> {
  const rows = ranges.map((range) => ({ range: range.range, ...serialColumns(range) }));
  const parts = await findParts(ctx.db, { ...at, ranges: rows });
  return parts.map(({ lotId, startKg, endKg, isSold, ...lot }) => ({
    ...{ lotId, isSold, kg: endKg - startKg },
    serials: narrowSerialRange(lot, startKg, endKg),
  }));
}
