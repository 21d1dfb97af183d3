import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { MAX_HITS } from "#core/find";
import { type Params, queriesOn, unnest } from "#core/query";
import { getLot, type ListedLot, listLots } from "./lots";
import { type NumberedSerials, readSerials } from "./serial-format-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

// Lots share no serials, so only the last that starts at or before a serial can have it.
const findLotsOfSerials = query(
  "inventory-find-lots-in-stock",
  (db, { mode, numbered }: Params<{ mode: Mode; numbered: readonly NumberedSerials[] }>) =>
    db
      .selectFrom(unnest("query", numbered, { block: "text", first: "numeric" }))
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots as held")
          .select(["held.id", "held.serialLast"])
          .where("held.mode", "=", mode)
          .whereRef("held.serialBlock", "=", "query.block")
          .where("held.serialFirst", "<=", sql<string>`query.first`)
          .orderBy("held.serialFirst", "desc")
          .limit(1)
          .as("lot"),
      )
      .select("lot.id")
      .distinct()
      .where("lot.serialLast", ">=", sql<string>`query.first`)
      .limit(sql.lit(MAX_HITS)),
);

/** Lots by id, by their whole range, or by a serial number in it. */
export async function findLotsByText(
  ctx: Context,
  { mode, text }: { mode: Mode; text: string },
): Promise<ListedLot[]> {
  const all = { projectId: null, categoryId: null, vintageYear: null, only: null };
  const exact = await listLots(ctx, { ...all, mode, search: text, limit: MAX_HITS });
  if (exact.data.length > 0) return exact.data;
  const numbered = readSerials(text).filter((reading) => reading.kind === "numbered");
  if (numbered.length === 0) return [];
  const lots = await findLotsOfSerials(ctx.db, { mode, numbered });
  return Promise.all(lots.map(({ id }) => getLot(ctx, { mode, id })));
}
