import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { bumpStockVersion } from "#domain/catalogue";
import { cutLots } from "./cut-lots";
import type { Stretch } from "./stock-removal-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

type LotStretch = Stretch & { lotId: string };

const unsoldAmong = query(
  "inventory-find-unsold-stretches",
  (db, { mode, stretches }: Params<{ mode: Mode; stretches: readonly LotStretch[] }>) =>
    db
      .selectFrom(unnest("part", stretches, { lotId: "text", startKg: "bigint", endKg: "bigint" }))
      .innerJoin("creditLots as lot", (join) =>
        join.on("lot.mode", "=", mode).onRef("lot.id", "=", "part.lotId"),
      )
      .select(["part.lotId", "part.startKg", "part.endKg"])
      .where("lot.serialBlock", "is not", null)
      .whereRef("lot.retiredKg", "<=", "part.startKg"),
);

/**
 * Cuts unsold kg that the registry has retired out of their lots, so that registries which retire
 * before the sale can sell them. The caller has recorded the retirements under the catalogue's lock.
 */
export async function separateRetired(
  ctx: Context,
  { mode, stretches }: { mode: Mode; stretches: readonly LotStretch[] },
): Promise<void> {
  if (stretches.length === 0) return;
  const unsold = await unsoldAmong(ctx.db, { mode, stretches });
  if (unsold.length === 0) return;
  const byLot = Map.groupBy(unsold, ({ lotId }) => lotId);
  const cuts = [...byLot].map(([lotId, list]) => ({
    lotId,
    atKg: list.flatMap(({ startKg, endKg }) => [startKg, endKg]),
  }));
  await cutLots(ctx, { mode, cuts });
  await bumpStockVersion(ctx, mode);
}
