import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudits } from "#domain/accounts";
import { bumpStockVersion, lockCatalogue } from "#domain/catalogue";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface Lots {
  mode: Mode;
  /** Imported lots, with all that was cut off from them. */
  ids: readonly string[];
}

/** An imported lot and its trace in the ledger. */
interface ImportedTrace {
  id: string;
  quantityKg: number;
  soldKg: number;
  /** True if a registry's record, a request or a row of an export is about it. */
  isRecorded: boolean;
}

const isNamedIn = (table: string) =>
  sql`EXISTS (SELECT FROM ${sql.table(table)} i WHERE i.mode = lot.mode AND i.lot_id = lot.id)`;

const findTraces = query("inventory-find-traces-of-lots", (db, of: Params<Lots>) =>
  db
    .selectFrom("creditLots as lot")
    .select([
      "lot.rootLotId as id",
      sql<number>`sum(lot.quantity_kg)::bigint`.as("quantityKg"),
      sql<number>`sum(lot.retired_kg)::bigint`.as("soldKg"),
      sql<boolean>`bool_or(${isNamedIn("registry_retirement_items")}
        OR ${isNamedIn("registry_request_items")} OR ${isNamedIn("registry_incidents")})`.as(
        "isRecorded",
      ),
    ])
    .where("lot.mode", "=", of.mode)
    .where("lot.rootLotId", "=", sql<string>`any (${of.ids}::text[])`)
    .groupBy("lot.rootLotId"),
);

const drop = query("inventory-delete-lots", (db, of: Params<Lots>) =>
  db
    .with("gone", (qb) =>
      qb
        .deleteFrom("creditLots")
        .where("mode", "=", of.mode)
        .where("rootLotId", "=", sql<string>`any (${of.ids}::text[])`)
        .where("retiredKg", "=", 0)
        .returning(["mode", "projectId", "vintageYear", "quantityKg"]),
    )
    .updateTable("stockTotals as total")
    .from((from) =>
      from
        .selectFrom("gone")
        .select((eb) => [
          "mode",
          "projectId",
          "vintageYear",
          eb.fn.countAll<number>().as("lots"),
          eb.fn.sum<number>("quantityKg").as("kg"),
        ])
        .groupBy(["mode", "projectId", "vintageYear"])
        .as("part"),
    )
    .set((eb) => ({
      lots: eb("total.lots", "-", eb.ref("part.lots")),
      quantityKg: eb("total.quantityKg", "-", eb.ref("part.kg")),
    }))
    .whereRef("total.mode", "=", "part.mode")
    .whereRef("total.projectId", "=", "part.projectId")
    .whereRef("total.vintageYear", "=", "part.vintageYear"),
);

function faultOf(trace: ImportedTrace | undefined): string | null {
  if (!trace) return "is no imported lot";
  if (trace.soldKg > 0) return "is sold in part";
  return trace.isRecorded ? "has records of its registry" : null;
}

/**
 * Deletes lots of which nothing was sold, as if they had not been imported, so that an import can
 * add them again: all of them, or none.
 * @throws invalid `ids` naming each lot that left a trace
 */
export async function deleteLots(
  ctx: Context,
  { reason, mode, ids }: Lots & { reason: string },
): Promise<{ deletedKg: number }> {
  await lockCatalogue(ctx, mode);
  const traces = new Map((await findTraces(ctx.db, { mode, ids })).map((lot) => [lot.id, lot]));
  const faults = ids.flatMap((id) => {
    const fault = faultOf(traces.get(id));
    return fault === null ? [] : [`${id} ${fault}`];
  });
  if (faults.length > 0) {
    const more = faults.length > 20 ? `, and ${faults.length - 20} more` : "";
    throw invalid("ids", `cannot be deleted: ${faults.slice(0, 20).join(", ")}${more}`);
  }
  await drop(ctx.db, { mode, ids });
  await bumpStockVersion(ctx, mode);
  const entries = [...traces.values()].map(({ id, quantityKg }) => ({
    action: "credit_lot.deleted" as const,
    subjectId: id,
    data: { mode, reason, deleted_kg: quantityKg },
  }));
  await recordAudits(ctx, entries);
  return { deletedKg: [...traces.values()].reduce((kg, lot) => kg + lot.quantityKg, 0) };
}
