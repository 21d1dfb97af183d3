// How much of what was ordered waits for credits.
import type { Context, Mode } from "#core/context";
import { sumWaiting } from "./waiting-store";

/** The orders that are placed, paid where they are to be, and not yet filled; in kg of CO2e. */
export function getWaiting(
  ctx: Context,
  input: { mode: Mode },
): Promise<{ orders: number; kg: number }> {
  return sumWaiting(ctx.db, input.mode);
}
