import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { notFound, Problem } from "#core/errors";
import { type Params, queriesOn, unnest } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { bumpStockVersion, lockCatalogue } from "#domain/catalogue";
import type { LotState } from "./schema";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface Stop {
  mode: Mode;
  lots: readonly { id: string; reason: string }[];
}

const stop = query("inventory-stop-lots", (db, { mode, lots, now }: Params<Stop & { now: Date }>) =>
  db
    .updateTable("creditLots as lot")
    .from(unnest("stopped", lots, { id: "text", reason: "text" }))
    .set((eb) => ({ state: "stopped", stateReason: eb.ref("stopped.reason"), stateChangedAt: now }))
    .where("lot.mode", "=", mode)
    .whereRef("lot.id", "=", "stopped.id")
    .where("lot.state", "=", "on_sale")
    .returning("lot.id"),
);

/** Stops lots that are on sale. Returns the ids of the stopped ones. */
export async function setStopped(ctx: Context, { mode, lots }: Stop): Promise<Set<string>> {
  const stopped = await stop(ctx.db, { mode, lots, now: ctx.now });
  return new Set(stopped.map(({ id }) => id));
}

interface Move {
  mode: Mode;
  id: string;
  from: LotState;
  to: LotState;
  reason: string | null;
}

const move = query("inventory-move-lot", (db, lot: Params<Move & { now: Date }>) =>
  db
    .updateTable("creditLots")
    .set({ state: lot.to, stateReason: lot.reason, stateChangedAt: lot.now })
    .where("mode", "=", lot.mode)
    .where("id", "=", lot.id)
    .where("state", "=", lot.from)
    .returning((eb) => eb("quantityKg", "-", eb.ref("retiredKg")).as("leftKg")),
);

/** Changes a lot's state. Returns its unsold kg; null if it was not in the state `from`. */
export async function moveLot(
  ctx: Context,
  { mode, id, from, to, reason }: Move,
): Promise<number | null> {
  const [lot] = await move(ctx.db, { mode, id, from, to, reason, now: ctx.now });
  return lot?.leftKg ?? null;
}

/**
 * SQL condition: a retired range `gone` covers serials that the lot has not sold yet. Tonnes of a
 * numbered lot that were touched count as sold; ranges without numbers are compared as text.
 */
export const unsoldSerialsCondition = `
  ((lot.serial_block = gone.serial_block AND lot.serial_first <= gone.serial_last
     AND lot.serial_last >= gone.serial_first
     AND gone.serial_last >= lot.serial_first + ceil(lot.retired_kg / 1000.0))
   OR ((lot.serial_block IS NULL OR gone.serial_block IS NULL)
     AND lot.serial_number_range = gone.serial_number_range))`;

const dismiss = query(
  "inventory-dismiss-retirements",
  (db, lot: Params<{ mode: Mode; id: string; now: Date }>) =>
    db
      .updateTable("registryRetirements as gone")
      .from("creditLots as lot")
      .set({ dismissedAt: lot.now })
      .where("lot.mode", "=", lot.mode)
      .where("lot.id", "=", lot.id)
      .where("gone.mode", "=", lot.mode)
      .where("gone.dismissedAt", "is", null)
      .where(sql<boolean>`${sql.raw(unsoldSerialsCondition)}`)
      .returning("gone.serialNumberRange as range"),
);

/** Dismisses the registry's retirements among the lot's unsold serials. Returns their ranges. */
export async function dismissRetirements(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<string[]> {
  const dismissed = await dismiss(ctx.db, { mode, id, now: ctx.now });
  return dismissed.map(({ range }) => range);
}

interface Ranges {
  mode: Mode;
  ranges: string[];
}

const dismissedAmong = query("inventory-find-dismissed", (db, { mode, ranges }: Params<Ranges>) =>
  db
    .selectFrom("registryRetirements")
    .select("serialNumberRange as range")
    .where("mode", "=", mode)
    .where("dismissedAt", "is not", null)
    .where("serialNumberRange", "=", sql<string>`any (${ranges}::text[])`),
);

/** Those of the ranges that an operator has dismissed. */
export async function findDismissed(db: Sql, { mode, ranges }: Ranges): Promise<Set<string>> {
  const dismissed = await dismissedAmong(db, { mode, ranges });
  return new Set(dismissed.map(({ range }) => range));
}

export interface StoppedLot {
  mode: Mode;
  id: string;
  reason: string;
  leftKg: number;
  stoppedAt: Date;
}

const stopped = query("inventory-find-stopped", (db, _none: Params<object>) =>
  db
    .selectFrom("creditLots")
    .select((eb) => [
      "mode",
      "id",
      // A stopped lot has both.
      eb.ref("stateReason").$notNull().as("reason"),
      eb("quantityKg", "-", eb.ref("retiredKg")).as("leftKg"),
      eb.ref("stateChangedAt").$notNull().as("stoppedAt"),
    ])
    .where("state", "=", "stopped")
    .orderBy("stateChangedAt")
    .orderBy("mode")
    .orderBy("id")
    .limit(1000),
);

/** Lots that wait for an operator's decision, the first stopped first. */
function findStopped(db: Sql): Promise<StoppedLot[]> {
  return stopped(db, {});
}

interface StopLots {
  mode: Mode;
  lots: readonly { id: string; reason: string }[];
}

/**
 * Stops these lots until an operator decides, if they are on sale. Returns the ids of the stopped
 * ones. The caller holds the catalogue's lock.
 */
export async function stopLots(ctx: Context, { mode, lots }: StopLots): Promise<Set<string>> {
  if (lots.length === 0) return new Set();
  const stopped = await setStopped(ctx, { mode, lots });
  for (const { id, reason } of lots) {
    if (!stopped.has(id)) continue;
    await recordAudit(ctx, { action: "credit_lot.stopped", subjectId: id, data: { mode, reason } });
  }
  return stopped;
}

interface DecideOnLot {
  mode: Mode;
  id: string;
}

async function requireMove(
  ctx: Context,
  move: DecideOnLot & { from: LotState; to: LotState; reason: string | null },
): Promise<number> {
  const leftKg = await moveLot(ctx, move);
  if (leftKg !== null) return leftKg;
  const { mode, id, from } = move;
  const lot = await ctx.db.prisma.creditLot.findUnique({ where: { id_mode: { id, mode } } });
  if (!lot) throw notFound("credit lot");
  const names = { on_sale: "on sale", stopped: "stopped", removed: "removed from stock" };
  const state = names[lot.state as LotState];
  throw new Problem("conflict", { title: `The lot is ${state}, not ${names[from]}` });
}

/** Stops one lot for an operator. @throws not-found; conflict */
export async function stopLot(
  ctx: Context,
  { mode, id, reason }: DecideOnLot & { reason: string },
): Promise<void> {
  await lockCatalogue(ctx, mode);
  await requireMove(ctx, { mode, id, from: "on_sale", to: "stopped", reason });
  await recordAudit(ctx, { action: "credit_lot.stopped", subjectId: id, data: { mode, reason } });
}

/**
 * Puts a stopped lot back on sale and dismisses the registry's retirements among its unsold
 * serials.
 * @throws not-found; conflict
 */
export async function resumeLot(
  ctx: Context,
  { mode, id }: DecideOnLot,
): Promise<{ dismissed: string[] }> {
  await lockCatalogue(ctx, mode);
  await requireMove(ctx, { mode, id, from: "stopped", to: "on_sale", reason: null });
  const dismissed = await dismissRetirements(ctx, { mode, id });
  await bumpStockVersion(ctx, mode);
  const data = { mode, dismissed_retirements: dismissed.length };
  await recordAudit(ctx, { action: "credit_lot.resumed", subjectId: id, data });
  return { dismissed };
}

/**
 * Removes the rest of a stopped lot from stock for good. Its serials stay stored, so that no import
 * adds them again.
 * @throws not-found; conflict
 */
export async function removeLot(
  ctx: Context,
  { mode, id, reason }: DecideOnLot & { reason: string },
): Promise<{ removedKg: number }> {
  await lockCatalogue(ctx, mode);
  const move = { mode, id, from: "stopped", to: "removed", reason } as const;
  const removedKg = await requireMove(ctx, move);
  const data = { mode, reason, removed_kg: removedKg };
  await recordAudit(ctx, { action: "credit_lot.removed", subjectId: id, data });
  return { removedKg };
}

/** Lots of both modes that wait for an operator's decision. */
export function listStoppedLots(ctx: Context): Promise<StoppedLot[]> {
  return findStopped(ctx.db);
}
