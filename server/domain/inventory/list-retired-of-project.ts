// What was retired of a project for all accounts of a mode together.
import type { Context, Mode } from "#core/context";
import { sumOfProject } from "./history-store";

/** The kg of each vintage, the oldest first. What it costs depends on the accounts, not on orders. */
export function listRetiredOfProject(
  ctx: Context,
  input: { mode: Mode; projectId: string },
): Promise<{ vintageYear: number; kg: number }[]> {
  return sumOfProject(ctx.db, input);
}
