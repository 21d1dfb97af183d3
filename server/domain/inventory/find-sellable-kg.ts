// Reads how much of single projects can be sold now.
import type { Context, Mode } from "#core/context";
import { sumSellable } from "./project-stock-store";

/** The kg that matching could draw from the lots of each of these projects; none is left out as 0. */
export async function findSellableKg(
  ctx: Context,
  input: { mode: Mode; projectIds: string[] },
): Promise<Map<string, number>> {
  const sums = await sumSellable(ctx.db, input);
  return new Map(sums.map(({ projectId, kg }) => [projectId, kg]));
}
