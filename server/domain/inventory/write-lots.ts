import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import { recordAudits } from "#domain/accounts";
import type { CatalogueTables, Counts } from "#domain/catalogue";
import {
  batchesOf,
  newLotColumns,
  newLotTypes,
  type ParsedLot,
  serialColumns,
  serialTypes,
  updateLots,
} from "./lot-store";
import type { LotsPlan } from "./plan-lots";
import { registryKeyOf } from "./registry-keys-rules";
import { isometricIssuance } from "./serial-format-rules";
import { isNumbered, kgPerSerial } from "./serial-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables & CatalogueTables>();

const registryNames = query(
  "inventory-find-registry-names",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .selectFrom("projects")
      .select(["id", "registryName"])
      .where("mode", "=", mode)
      .where("id", "=", sql<string>`any (${ids}::text[])`),
);

async function findRegistries(
  db: Sql,
  { mode, lots }: { mode: Mode; lots: readonly ParsedLot[] },
): Promise<Map<string, string>> {
  const ids = [...new Set(lots.map(({ projectId }) => projectId))];
  const projects = await registryNames(db, { mode, ids });
  return new Map(projects.map(({ id, registryName }) => [id, registryKeyOf(registryName)]));
}

/** Returns the amount that the lot's registry retires at least, and only in multiples. */
function unitKgOf({ range, quantityKg }: Pick<ParsedLot, "range" | "quantityKg">): number {
  if (isNumbered(range)) return kgPerSerial;
  return range.kind === "isometric" || isometricIssuance.test(range.range.trim()) ? 1 : quantityKg;
}

const rowTypes = {
  ...newLotTypes,
  ...serialTypes,
  registry: "text",
  unitKg: "bigint",
  offsetKg: "bigint",
} as const;
const copied = [
  ...newLotColumns,
  "serialBlock",
  "serialFirst",
  "serialLast",
  "registry",
  "unitKg",
] as const;

type LotRow = Omit<ParsedLot, "range"> &
  ReturnType<typeof serialColumns> & { registry: string; unitKg: number; offsetKg: number };

interface Insertion {
  mode: Mode;
  now: Date;
  lots: LotRow[];
  totalKg: number;
}

const insert = query("inventory-insert-lots", (db, batch: Params<Insertion>) =>
  db
    .with("line", (qb) =>
      qb
        .updateTable("catalogues")
        .set({ nextLineKg: sql<number>`next_line_kg + ${batch.totalKg}::bigint` })
        .where("mode", "=", batch.mode)
        .returning(sql<number>`next_line_kg - ${batch.totalKg}::bigint`.as("startKg")),
    )
    .with("created", (qb) =>
      qb
        .insertInto("creditLots")
        .columns([...copied, "rootLotId", "lineStartKg", "mode", "createdAt"])
        .expression((from) =>
          from
            .selectFrom(unnest("row", batch.lots, rowTypes))
            .innerJoin("line", (join) => join.onTrue())
            .select(copied)
            .select([
              "row.id as rootLotId",
              sql<number>`line.start_kg + "row".offset_kg`.as("lineStartKg"),
              sql<Mode>`${batch.mode}::text`.as("mode"),
              sql<Date>`${batch.now}::timestamptz`.as("createdAt"),
            ]),
        )
        .returning(["mode", "projectId", "vintageYear", "quantityKg"]),
    )
    .insertInto("stockTotals")
    .columns(["mode", "projectId", "vintageYear", "lots", "quantityKg"])
    .expression((from) =>
      from
        .selectFrom("created")
        .select((eb) => [
          "mode",
          "projectId",
          "vintageYear",
          eb.fn.countAll<number>().as("lots"),
          eb.fn.sum<number>("quantityKg").as("quantityKg"),
        ])
        .groupBy(["mode", "projectId", "vintageYear"]),
    )
    .onConflict((conflict) =>
      conflict.columns(["mode", "projectId", "vintageYear"]).doUpdateSet((eb) => ({
        lots: eb("stockTotals.lots", "+", eb.ref("excluded.lots")),
        quantityKg: eb("stockTotals.quantityKg", "+", eb.ref("excluded.quantityKg")),
      })),
    ),
);

/** Adds imported lots at the end of the mode's line. The caller holds the catalogue's lock. */
export async function insertLots(
  ctx: Context,
  { mode, lots: items }: { mode: Mode; lots: ParsedLot[] },
): Promise<void> {
  for await (const batch of batchesOf(ctx, { items, phase: "Adding lots" })) {
    const registries = await findRegistries(ctx.db, { mode, lots: batch });
    let totalKg = 0;
    const lots = batch.map(({ range, ...lot }): LotRow => {
      const offsetKg = totalKg;
      totalKg += lot.quantityKg;
      const registry = registries.get(lot.projectId) ?? "unknown";
      const unitKg = unitKgOf({ ...lot, range });
      return { ...lot, ...serialColumns(range), registry, unitKg, offsetKg };
    });
    await insert(ctx.db, { mode, lots, totalKg, now: ctx.now });
  }
}

export interface LotCounts extends Counts {
  /** Lots of the input that are in stock no more. */
  removed: number;
}

/** Writes a plan without faults. The caller still holds the catalogue's lock. */
export async function writeLots(ctx: Context, plan: LotsPlan): Promise<LotCounts> {
  if (plan.faults.length > 0) throw new Error("a plan with faults must not be written");
  const { mode, created, updated, unchanged, removed } = plan;
  await insertLots(ctx, { mode, lots: created });
  await updateLots(ctx, { mode, lots: updated });
  await recordAudits(
    ctx,
    plan.changedAttributes.map(({ id, changes }) => ({
      action: "credit_lot.attributes_changed",
      subjectId: id,
      data: { mode, ...changes },
    })),
  );
  return { created: created.length, updated: updated.length, unchanged, removed };
}
