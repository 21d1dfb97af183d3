import { sql } from "kysely";
import type { Mode, SqlContext } from "#core/context";
import { columnsOf } from "#core/db";
import { newId } from "#core/id";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

const findOfLots = query(
  "inventory-find-incidents",
  (db, { mode, ids }: Params<{ mode: Mode; ids: readonly string[] }>) =>
    db
      .selectFrom("registryIncidents")
      .select("id")
      .select(sql<string>`lot_id`.as("lotId"))
      .select(sql<number>`start_kg`.as("startKg"))
      .select(sql<number>`end_kg`.as("endKg"))
      .where("mode", "=", mode)
      .where("lotId", "=", sql<string>`any (${ids}::text[])`),
);

export interface LotCuts {
  lotId: string;
  /** Kg of the lot after which it is cut. */
  atKg: readonly number[];
}

interface Part {
  id: string;
  /** Incident that the part is cut off from. */
  wholeId: string;
  startKg: number;
  endKg: number;
}

const partTypes = { id: "text", wholeId: "text", startKg: "bigint", endKg: "bigint" } as const;
const copied = columnsOf("RegistryIncident", ["id", "startKg", "endKg"]);

// One statement: the parts are copied from the incident as it was.
const split = query(
  "inventory-split-incidents",
  (db, { mode, parts }: Params<{ mode: Mode; parts: readonly Part[] }>) =>
    db
      .with("part", () => db.selectFrom(unnest("row", parts, partTypes)).selectAll())
      .with("shortened", (qb) =>
        qb
          .updateTable("registryIncidents as whole")
          .from((from) =>
            from
              .selectFrom("part")
              .select((eb) => ["wholeId", eb.fn.min<number>("startKg").as("endKg")])
              .groupBy("wholeId")
              .as("kept"),
          )
          .set((eb) => ({ endKg: eb.ref("kept.endKg") }))
          .where("whole.mode", "=", mode)
          .whereRef("whole.id", "=", "kept.wholeId"),
      )
      .insertInto("registryIncidents")
      .columns(["id", "startKg", "endKg", ...copied])
      .expression((from) =>
        from
          .selectFrom("part")
          .innerJoin("registryIncidents as whole", "whole.id", "part.wholeId")
          .select(["part.id", "part.startKg", "part.endKg"])
          .select(copied.map((column) => `whole.${column}` as const))
          .where("whole.mode", "=", mode),
      ),
);

/**
 * Splits the incidents that reach over a cut, so that each of their parts can be decided, or was
 * decided, alone. The first part keeps the id. The caller holds the catalogue's lock.
 */
export async function splitIncidents(
  ctx: SqlContext,
  { mode, cuts }: { mode: Mode; cuts: readonly LotCuts[] },
): Promise<void> {
  const pointsOf = new Map(cuts.map(({ lotId, atKg }) => [lotId, atKg]));
  const incidents = await findOfLots(ctx.db, { mode, ids: [...pointsOf.keys()] });
  const parts = incidents.flatMap(({ id: wholeId, lotId, startKg, endKg }) => {
    const inner = (pointsOf.get(lotId) ?? []).filter((kg) => startKg < kg && kg < endKg);
    const starts = inner.toSorted((a, b) => a - b);
    return starts.map((start, index): Part => {
      const id = newId("registryIncident");
      return { id, wholeId, startKg: start, endKg: starts[index + 1] ?? endKg };
    });
  });
  if (parts.length > 0) await split(ctx.db, { mode, parts });
}
