import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { type Params, queriesOn, unnest } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import { cutLots } from "./cut-lots";
import { touchedEndKg } from "./cut-rules";
import { kgPerSerial } from "./serial-rules";
import type { Stretch } from "./stock-removal-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

const takenIn = query(
  "inventory-find-taken",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .selectFrom("creditLots as lot")
      .innerJoin(
        sql<Stretch & { lotId: string; mode: Mode }>`(
          SELECT mode, lot_id, start_kg, end_kg FROM registry_retirement_items WHERE is_live
          UNION ALL
          SELECT mode, lot_id, start_kg, end_kg FROM registry_request_items WHERE is_open
        )`.as<"taken">(sql`taken`),
        (join) => join.onRef("taken.lotId", "=", "lot.id").onRef("taken.mode", "=", "lot.mode"),
      )
      .select(["taken.lotId", "taken.startKg", "taken.endKg"])
      .where("lot.mode", "=", mode)
      .where("lot.id", "=", sql<string>`any (${ids}::text[])`),
);

/** Kg of the lots with live evidence or in open requests. */
export async function findTaken(
  ctx: Context,
  { mode, ids }: { mode: Mode; ids: string[] },
): Promise<Map<string, Stretch[]>> {
  if (ids.length === 0) return new Map();
  return Map.groupBy(await takenIn(ctx.db, { mode, ids }), ({ lotId }) => lotId);
}

interface Removal extends Stretch {
  lotId: string;
  reason: string;
}

const markRemoved = query(
  "inventory-mark-removed",
  (db, input: Params<{ mode: Mode; now: Date; lots: readonly { id: string; reason: string }[] }>) =>
    db
      .updateTable("creditLots as lot")
      .from(unnest("gone", input.lots, { id: "text", reason: "text" }))
      .set((eb) => ({
        state: "removed",
        stateReason: eb.ref("gone.reason"),
        stateChangedAt: input.now,
      }))
      .where("lot.mode", "=", input.mode)
      .whereRef("lot.id", "=", "gone.id")
      .where("lot.retiredKg", "=", 0)
      .where("lot.state", "<>", "removed")
      .returning("lot.quantityKg"),
);

/**
 * Cuts untouched kg out of their lots and removes them from stock for good. Their serials stay
 * stored, so that no import adds them again. Returns the removed kg.
 */
export async function removeStretches(
  ctx: Context,
  { mode, removals }: { mode: Mode; removals: readonly Removal[] },
): Promise<number> {
  if (removals.length === 0) return 0;
  const byLot = Map.groupBy(removals, ({ lotId }) => lotId);
  const cuts = [...byLot].map(([lotId, list]) => ({
    lotId,
    atKg: list.flatMap(({ startKg, endKg }) => [startKg, endKg]),
  }));
  const pieces = await cutLots(ctx, { mode, cuts });
  const lots = [...byLot].flatMap(([lotId, list]) =>
    (pieces.get(lotId) ?? []).flatMap(({ id, startKg, endKg }) => {
      const removal = list.find((one) => one.startKg <= startKg && endKg <= one.endKg);
      return removal ? [{ id, reason: removal.reason }] : [];
    }),
  );
  const removed = await markRemoved(ctx.db, { mode, lots, now: ctx.now });
  if (removed.length !== lots.length) throw new Error("a lot in use cannot be removed");
  return removed.reduce((kg, { quantityKg }) => kg + quantityKg, 0);
}

interface RemoveSerials extends Stretch {
  mode: Mode;
  lotId: string;
  reason: string;
}

/**
 * Removes a part of a lot from stock, wherever it lies, for an operator.
 * @throws not-found; invalid `serials`; conflict if some of it is sold, requested or removed
 */
export async function removeSerials(
  ctx: Context,
  { mode, lotId, startKg, endKg, reason }: RemoveSerials,
): Promise<{ removedKg: number }> {
  await lockCatalogue(ctx, mode);
  const lot = await ctx.db.prisma.creditLot.findUnique({ where: { id_mode: { id: lotId, mode } } });
  if (!lot) throw notFound("credit lot");
  const [unitKg, quantityKg] = [Number(lot.unitKg), Number(lot.quantityKg)];
  const isWhole = startKg % unitKg === 0 && endKg % unitKg === 0;
  if (!isWhole || startKg < 0 || startKg >= endKg || endKg > quantityKg) {
    throw invalid("serials", `are not whole units of lot "${lotId}"`);
  }
  if (lot.state === "removed") throw conflict("The lot is removed from stock");
  const taken = (await findTaken(ctx, { mode, ids: [lotId] })).get(lotId) ?? [];
  const isFree = !taken.some((one) => one.startKg < endKg && one.endKg > startKg);
  if (startKg < touchedEndKg({ retiredKg: Number(lot.retiredKg), unitKg })) {
    throw conflict("Some of the serials are sold");
  }
  if (!isFree) throw conflict("Some of the serials are requested or retired at the registry");
  const removals = [{ lotId, startKg, endKg, reason }];
  const removedKg = await removeStretches(ctx, { mode, removals });
  await recordAudit(ctx, {
    action: "credit_lot.removed",
    subjectId: lotId,
    data: { mode, reason, from_kg: startKg, removed_kg: removedKg },
  });
  return { removedKg };
}

interface RemoveSerialNumbers {
  mode: Mode;
  /** A lot, or the imported lot that it was cut off from. */
  lotId: string;
  first: number;
  last: number;
  reason: string;
}

/**
 * Removes serials from stock by their numbers, whichever piece of the lot has them.
 * @throws not-found; invalid `serials` if no piece has all of them; as removeSerials
 */
export async function removeSerialNumbers(
  ctx: Context,
  { mode, lotId, first, last, reason }: RemoveSerialNumbers,
): Promise<{ removedKg: number }> {
  await lockCatalogue(ctx, mode);
  const { creditLot } = ctx.db.prisma;
  const lots = await creditLot.findMany({
    where: { mode, OR: [{ id: lotId }, { rootLotId: lotId }] },
  });
  if (lots.length === 0) throw notFound("credit lot");
  const lot = lots.find(
    ({ serialFirst, serialLast }) => Number(serialFirst) <= first && last <= Number(serialLast),
  );
  const firstOfLot = lot?.serialFirst;
  if (!lot || !firstOfLot) throw invalid("serials", "are not serials of one lot in stock");
  const startKg = (first - Number(firstOfLot)) * kgPerSerial;
  const endKg = (last - Number(firstOfLot) + 1) * kgPerSerial;
  return removeSerials(ctx, { mode, lotId: lot.id, startKg, endKg, reason });
}
