// Puts what was retired under the categories of the catalogue.
import type { Context, Mode } from "#core/context";
import type { RetiredKg } from "#domain/inventory";
import { arrange, type ImpactCategory } from "./rules";
import { findPlaces } from "./store";

/** The categories with their projects, in the order in which they are shown. */
export async function listImpactCategories(
  ctx: Context,
  input: { mode: Mode; retired: RetiredKg[] },
): Promise<ImpactCategory[]> {
  const { mode, retired } = input;
  const projectIds = [...new Set(retired.map(({ projectId }) => projectId))];
  if (projectIds.length === 0) return [];
  return arrange(retired, await findPlaces(ctx.db, { mode, projectIds }));
}
