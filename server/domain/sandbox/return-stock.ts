import type { Context } from "#core/context";
import type { Statement } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#core/record-audit";
import { bumpStockVersion, lockCatalogue } from "#domain/catalogue";
import {
  type InventoryTables,
  insertLots,
  kgPerSerial,
  type ParsedLot,
  parseSerialRange,
} from "#domain/inventory";

interface Sold {
  project_id: string;
  vintage_year: number;
  sold_kg: number;
  returned_kg: number;
}

const LOT = "returned";

const sold: Statement = {
  name: "sandbox-sold-by-reset-accounts",
  text: `
    SELECT lot.project_id, lot.vintage_year, sum(sold.amount_kg)::bigint AS sold_kg, (
      SELECT coalesce(sum(back.quantity_kg), 0)::bigint FROM credit_lots back
      WHERE back.mode = 'test' AND back.project_id = lot.project_id
        AND back.vintage_year = lot.vintage_year AND starts_with(back.root_lot_id, '${LOT}_')
    ) AS returned_kg
    FROM accounts a
    JOIN sold_credits sold ON sold.account_id = a.id
    JOIN credit_lots lot ON lot.mode = 'test' AND lot.id = sold.lot_id
    WHERE a.mode = 'test' AND a.reset_at IS NOT NULL
    GROUP BY lot.project_id, lot.vintage_year`,
};

const newestLot = queriesOn<InventoryTables>()(
  "sandbox-newest-lot",
  (db, lot: Params<{ projectId: string; vintageYear: number }>) =>
    db
      .selectFrom("creditLots")
      .select(["labels", "correspondingAdjustment", "correspondingAdjustmentUrl", "creditType"])
      .select(["costPerTonne", "costCurrency"])
      .where("mode", "=", "test")
      .where("projectId", "=", lot.projectId)
      .where("vintageYear", "=", lot.vintageYear)
      .orderBy("createdAt", "desc")
      .limit(1),
);

/** A lot of whole tonnes like the newest one of its project and vintage. */
async function lotLike({ db }: Context, row: Sold): Promise<ParsedLot | null> {
  const { project_id: projectId, vintage_year: vintageYear } = row;
  const tonnes = Math.floor((row.sold_kg - row.returned_kg) / kgPerSerial);
  const [like] = await newestLot(db, { projectId, vintageYear });
  if (tonnes < 1 || !like) return null;
  const from = row.returned_kg / kgPerSerial + 1;
  const name = `${projectId}_${vintageYear}_${from}-${from + tonnes - 1}`;
  const serialNumberRange = `RETURNED-${projectId}-${vintageYear}-${from}-${from + tonnes - 1}`;
  const quantityKg = tonnes * kgPerSerial;
  return {
    ...{ id: `${LOT}_${name}`, projectId, vintageYear, quantityKg, serialNumberRange },
    range: parseSerialRange(serialNumberRange, quantityKg),
    opaqueSerials: false,
    retirementUrl: null,
    ...like,
  };
}

/**
 * Adds lots to the test catalogue for the whole tonnes that test accounts had bought before they were
 * reset: allocations can't be taken back, so their kilograms come back as others. Less than a tonne of
 * a project and vintage waits for more.
 */
export async function returnStock(ctx: Context): Promise<void> {
  await lockCatalogue(ctx, "test");
  const lots: ParsedLot[] = [];
  for (const row of await ctx.db.query<Sold>(sold, [])) {
    const lot = await lotLike(ctx, row);
    if (lot) lots.push(lot);
  }
  if (lots.length === 0) return;
  await insertLots(ctx, { mode: "test", lots });
  await bumpStockVersion(ctx, "test");
  await recordAudit(ctx, { action: "test_stock.returned", data: { lots: lots.length } });
}
