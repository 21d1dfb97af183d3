// What is left of projects' credits, by vintage.
import type { Context, Mode } from "#core/context";
import { findProjectStock, type VintageStock } from "./project-stock-store";

/** In kg of CO2e; the oldest vintage first. */
export function listProjectStock(
  ctx: Context,
  input: { mode: Mode; projectIds: string[] },
): Promise<VintageStock[]> {
  return findProjectStock(ctx.db, input);
}
