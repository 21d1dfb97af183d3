// What is left in stock of single projects.
import type { Context, Mode } from "#core/context";
import { sumStock } from "./project-stock-store";
import { rateSince, stockByProject } from "./stock-rules";

/** The kg in stock of each project of the mode that has or had any. */
export async function findLeftKg(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<Map<string, number>> {
  const parts = await sumStock(ctx.db, { mode, categoryId: null, since: rateSince(ctx.now) });
  return new Map(stockByProject(parts).map(({ projectId, leftKg }) => [projectId, leftKg]));
}
