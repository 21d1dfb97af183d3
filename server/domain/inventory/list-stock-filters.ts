// By what the stock can be narrowed down.
import type { Context, Mode } from "#core/context";

interface StockFilters {
  projects: { id: string; name: string }[];
  categories: { id: string; name: string }[];
  /** The newest first. */
  vintages: number[];
}

/** The projects and vintages that have or had stock, and the mode's categories. */
export async function listStockFilters(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<StockFilters> {
  const { stockTotal, project, projectCategory } = ctx.db.prisma;
  const parts = await stockTotal.groupBy({ by: ["projectId", "vintageYear"], where: { mode } });
  const ids = [...new Set(parts.map(({ projectId }) => projectId))];
  const select = { id: true, name: true };
  return {
    projects: await project.findMany({
      where: { mode, id: { in: ids } },
      select,
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
    categories: await projectCategory.findMany({
      where: { mode },
      select,
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
    vintages: [...new Set(parts.map(({ vintageYear }) => vintageYear))].sort((a, b) => b - a),
  };
}
