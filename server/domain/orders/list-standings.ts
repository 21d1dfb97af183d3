// How accounts stand: what of their orders waits, and when they last bought.
import type { Context, Mode } from "#core/context";
import { findStandings, type Standing } from "./standing-store";

/** Of accounts of one mode, in no order. */
export function listStandings(
  ctx: Context,
  input: { accountIds: string[]; mode: Mode },
): Promise<Standing[]> {
  return findStandings(ctx.db, input);
}
