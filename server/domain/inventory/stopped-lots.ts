import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, notFound, Problem } from "#core/errors";
import { type Params, queriesOn, unnest } from "#core/query";
import { recordAudit, recordAudits } from "#domain/accounts";
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

interface StateChange {
  mode: Mode;
  id: string;
  from: LotState;
  to: LotState;
  reason: string | null;
}

const update = query("inventory-move-lot", (db, lot: Params<StateChange & { now: Date }>) =>
  db
    .updateTable("creditLots")
    .set({ state: lot.to, stateReason: lot.reason, stateChangedAt: lot.now })
    .where("mode", "=", lot.mode)
    .where("id", "=", lot.id)
    .where("state", "=", lot.from)
    .returning((eb) => eb("quantityKg", "-", eb.ref("retiredKg")).as("leftKg")),
);

/** Changes a lot's state. Returns its unsold kg; null if it was not in the state `from`. */
export async function setLotState(
  ctx: Context,
  { mode, id, from, to, reason }: StateChange,
): Promise<number | null> {
  const [lot] = await update(ctx.db, { mode, id, from, to, reason, now: ctx.now });
  return lot?.leftKg ?? null;
}

/**
 * SQL for the retired ranges `gone` that cover serials which a lot of the SQL `lots` has not sold
 * yet. Tonnes of a numbered lot that were touched count as sold; ranges without numbers are compared
 * as text. Two joins: PostgreSQL compares all pairs to join by either.
 */
export const unsoldRetiredSerials = (lots: string) => `
  SELECT lot.mode, lot.id AS lot_id, lot.serial_number_range,
    gone.serial_number_range AS retired
  FROM (${lots}) lot JOIN retired_serials gone
    ON gone.mode = lot.mode AND gone.serial_block = lot.serial_block
    AND gone.serial_first <= lot.serial_last AND gone.serial_last >= lot.serial_first
  WHERE gone.dismissed_at IS NULL AND least(gone.serial_last, lot.serial_last)
    >= lot.serial_first + ceil(lot.retired_kg / 1000.0)
  UNION
  SELECT lot.mode, lot.id, lot.serial_number_range, gone.serial_number_range
  FROM (${lots}) lot JOIN retired_serials gone
    ON gone.mode = lot.mode AND gone.serial_number_range = lot.serial_number_range
  WHERE gone.dismissed_at IS NULL AND (lot.serial_block IS NULL OR gone.serial_block IS NULL)`;

const dismiss = query(
  "inventory-dismiss-retirements",
  (db, lot: Params<{ mode: Mode; id: string; now: Date }>) =>
    db
      .with(
        "unsold",
        () => sql<{ retired: string }>`(
        WITH lots AS (SELECT * FROM credit_lots WHERE mode = ${lot.mode} AND id = ${lot.id})
        ${sql.raw(unsoldRetiredSerials("SELECT * FROM lots"))})`,
      )
      .updateTable("retiredSerials as gone")
      .from("unsold")
      .set({ dismissedAt: lot.now })
      .where("gone.mode", "=", lot.mode)
      .whereRef("gone.serialNumberRange", "=", "unsold.retired")
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
    .selectFrom("retiredSerials")
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

const findStopped = query("inventory-find-stopped", (db, _none: Params<object>) =>
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

/**
 * Stops these lots until an operator decides, if they are on sale. Returns the ids of the stopped
 * ones. The caller holds the catalogue's lock.
 */
export async function stopLots(ctx: Context, { mode, lots }: Stop): Promise<Set<string>> {
  if (lots.length === 0) return new Set();
  const stopped = await setStopped(ctx, { mode, lots });
  const entries = lots
    .filter(({ id }) => stopped.has(id))
    .map(({ id, reason }) => ({
      action: "credit_lot.stopped" as const,
      subjectId: id,
      data: { mode, reason },
    }));
  await recordAudits(ctx, entries);
  return stopped;
}

interface LotKey {
  mode: Mode;
  id: string;
}

async function changeState(
  ctx: Context,
  update: LotKey & { from: LotState; to: LotState; reason: string | null },
): Promise<number> {
  const leftKg = await setLotState(ctx, update);
  if (leftKg !== null) return leftKg;
  const { mode, id, from } = update;
  const lot = await ctx.db.prisma.creditLot.findUnique({ where: { id_mode: { id, mode } } });
  if (!lot) throw notFound("credit lot");
  const names = { on_sale: "on sale", stopped: "stopped", removed: "removed from stock" };
  const state = names[lot.state as LotState];
  throw new Problem("conflict", { title: `The lot is ${state}, not ${names[from]}` });
}

/** Stops one lot for an operator. @throws not-found; conflict */
export async function stopLot(
  ctx: Context,
  { mode, id, reason }: LotKey & { reason: string },
): Promise<void> {
  await lockCatalogue(ctx, mode);
  await changeState(ctx, { mode, id, from: "on_sale", to: "stopped", reason });
  await recordAudit(ctx, { action: "credit_lot.stopped", subjectId: id, data: { mode, reason } });
}

/**
 * Puts a stopped lot back on sale and dismisses the registry's retirements among its unsold
 * serials.
 * @throws not-found; conflict
 */
export async function resumeLot(
  ctx: Context,
  { mode, id }: LotKey,
): Promise<{ dismissed: string[] }> {
  await lockCatalogue(ctx, mode);
  await changeState(ctx, { mode, id, from: "stopped", to: "on_sale", reason: null });
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
  { mode, id, reason }: LotKey & { reason: string },
): Promise<{ removedKg: number }> {
  await lockCatalogue(ctx, mode);
  const update = { mode, id, from: "stopped", to: "removed", reason } as const;
  const removedKg = await changeState(ctx, update);
  const data = { mode, reason, removed_kg: removedKg };
  await recordAudit(ctx, { action: "credit_lot.removed", subjectId: id, data });
  return { removedKg };
}

const stateFaults = {
  unknown: "does not exist",
  removed: "is removed already",
  sold: "has nothing left",
};

/** @throws invalid `ids` naming each lot that cannot be withdrawn */
function requireRemovable(
  ids: readonly string[],
  lots: ReadonlyMap<string, { state: string; quantityKg: bigint; retiredKg: bigint }>,
): void {
  const faults = ids.flatMap((id) => {
    const lot = lots.get(id);
    if (!lot) return [`${id} ${stateFaults.unknown}`];
    if (lot.state === "removed") return [`${id} ${stateFaults.removed}`];
    return lot.retiredKg >= lot.quantityKg ? [`${id} ${stateFaults.sold}`] : [];
  });
  if (faults.length === 0) return;
  const named = faults.slice(0, MAX_FAULTS).join(", ");
  const more = faults.length - MAX_FAULTS;
  throw invalid("ids", `cannot be withdrawn: ${named}${more > 0 ? `, and ${more} more` : ""}`);
}

const MAX_FAULTS = 20;

const remove = query(
  "inventory-remove-lots",
  (db, lots: Params<{ mode: Mode; ids: readonly string[]; reason: string; now: Date }>) =>
    db
      .updateTable("creditLots")
      .set({ state: "removed", stateReason: lots.reason, stateChangedAt: lots.now })
      .where("mode", "=", lots.mode)
      .where("id", "=", sql<string>`any (${lots.ids}::text[])`)
      .where("state", "<>", "removed")
      .returning(["id", (eb) => eb("quantityKg", "-", eb.ref("retiredKg")).as("leftKg")]),
);

/**
 * Removes the rests of lots, on sale or stopped, from stock for good: all of them, or none.
 * @throws invalid `ids` naming each lot that cannot be withdrawn
 */
export async function removeLots(
  ctx: Context,
  { mode, ids, reason }: { mode: Mode; ids: readonly string[]; reason: string },
): Promise<{ removedKg: number }> {
  await lockCatalogue(ctx, mode);
  const distinct = [...new Set(ids)];
  const rows = await ctx.db.prisma.creditLot.findMany({ where: { mode, id: { in: distinct } } });
  const lots = new Map(rows.map((lot) => [lot.id, lot]));
  requireRemovable(distinct, lots);
  const removed = await remove(ctx.db, { mode, ids: distinct, reason, now: ctx.now });
  const entries = removed.map(({ id, leftKg }) => ({
    action: "credit_lot.removed" as const,
    subjectId: id,
    data: { mode, reason, removed_kg: leftKg },
  }));
  await recordAudits(ctx, entries);
  return { removedKg: removed.reduce((kg, { leftKg }) => kg + leftKg, 0) };
}

/** Lots of both modes that wait for an operator's decision, the first stopped first. */
export function listStoppedLots({ db }: Context): Promise<StoppedLot[]> {
  return findStopped(db, {});
}
