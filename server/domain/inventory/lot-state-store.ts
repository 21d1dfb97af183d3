// The SQL of taking lots off sale and putting them back.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
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

/** Stops lots that are on sale. Returns the ids of those that it stopped. */
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

/** Moves a lot from one state to another. Returns what is left in it; null if it was not there. */
export async function moveLot(
  ctx: Context,
  { mode, id, from, to, reason }: Move,
): Promise<number | null> {
  const [lot] = await move(ctx.db, { mode, id, from, to, reason, now: ctx.now });
  return lot?.leftKg ?? null;
}

/**
 * Serials named as retired that are among those the lot has still to sell. Only serials without
 * numbers are compared as text: of a numbered lot, tonnes that were touched do not count.
 */
export const stillInLot = `
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
      .where(sql<boolean>`${sql.raw(stillInLot)}`)
      .returning("gone.serialNumberRange as range"),
);

/** Marks what the registry named of the lot's unsold serials as decided. Returns those ranges. */
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

/** Those of the ranges about which an operator has decided already. */
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
      // Where a lot is stopped, both are there.
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

/** The lots about which an operator has to decide, the first stopped first. */
export function findStopped(db: Sql): Promise<StoppedLot[]> {
  return stopped(db, {});
}
