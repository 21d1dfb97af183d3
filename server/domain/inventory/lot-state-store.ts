// The hand-written SQL of taking lots off sale and putting them back.
import type { Context, Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { LotState } from "./schema";

const STOP: Statement = {
  name: "inventory-stop-lots",
  text: `
    UPDATE credit_lots lot
    SET state = 'stopped', state_reason = row.reason, state_changed_at = $3::timestamptz
    FROM unnest($2::text[], $4::text[]) AS row (id, reason)
    WHERE lot.mode = $1 AND lot.id = row.id AND lot.state = 'on_sale'
    RETURNING lot.id`,
};

/** Stops lots that are on sale. Returns the ids of those that it stopped. */
export async function setStopped(
  ctx: Context,
  { mode, lots }: { mode: Mode; lots: readonly { id: string; reason: string }[] },
): Promise<Set<string>> {
  const rows = await ctx.db.query<{ id: string }>(STOP, [
    mode,
    lots.map(({ id }) => id),
    ctx.now.toISOString(),
    lots.map(({ reason }) => reason),
  ]);
  return new Set(rows.map(({ id }) => id));
}

const MOVE: Statement = {
  name: "inventory-move-lot",
  text: `
    UPDATE credit_lots
    SET state = $4, state_reason = $5, state_changed_at = $6::timestamptz
    WHERE mode = $1 AND id = $2 AND state = $3
    RETURNING quantity_kg - retired_kg AS "leftKg"`,
};

interface Move {
  mode: Mode;
  id: string;
  from: LotState;
  to: LotState;
  reason: string | null;
}

/** Moves a lot from one state to another. Returns what is left in it; null if it was not there. */
export async function moveLot(ctx: Context, move: Move): Promise<number | null> {
  const { mode, id, from, to, reason } = move;
  const values = [mode, id, from, to, reason, ctx.now.toISOString()];
  const [row] = await ctx.db.query<{ leftKg: number }>(MOVE, values);
  return row?.leftKg ?? null;
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

const DISMISS: Statement = {
  name: "inventory-dismiss-retirements",
  text: `
    UPDATE registry_retirements gone SET dismissed_at = $3::timestamptz
    FROM credit_lots lot
    WHERE lot.mode = $1 AND lot.id = $2 AND gone.mode = $1 AND gone.dismissed_at IS NULL
      AND ${stillInLot}
    RETURNING gone.serial_number_range AS range`,
};

/** Marks what the registry named of the lot's unsold serials as decided. Returns those ranges. */
export async function dismissRetirements(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<string[]> {
  const rows = await ctx.db.query<{ range: string }>(DISMISS, [mode, id, ctx.now.toISOString()]);
  return rows.map(({ range }) => range);
}

const FIND_DISMISSED: Statement = {
  name: "inventory-find-dismissed",
  text: `
    SELECT serial_number_range AS range FROM registry_retirements
    WHERE mode = $1 AND dismissed_at IS NOT NULL AND serial_number_range = ANY ($2::text[])`,
};

/** Those of the ranges about which an operator has decided already. */
export async function findDismissed(
  sql: Sql,
  { mode, ranges }: { mode: Mode; ranges: string[] },
): Promise<Set<string>> {
  const rows = await sql.query<{ range: string }>(FIND_DISMISSED, [mode, ranges]);
  return new Set(rows.map(({ range }) => range));
}

export interface StoppedLot {
  mode: Mode;
  id: string;
  reason: string;
  leftKg: number;
  stoppedAt: Date;
}

const FIND_STOPPED: Statement = {
  name: "inventory-find-stopped",
  text: `
    SELECT mode, id, state_reason AS reason, quantity_kg - retired_kg AS "leftKg",
           state_changed_at AS "stoppedAt"
    FROM credit_lots WHERE state = 'stopped' ORDER BY state_changed_at, mode, id LIMIT 1000`,
};

/** The lots about which an operator has to decide, the first stopped first. */
export function findStopped(sql: Sql): Promise<StoppedLot[]> {
  return sql.query<StoppedLot>(FIND_STOPPED, []);
}
