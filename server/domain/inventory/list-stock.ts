// What is in stock of each project and vintage, how long it lasts, and by what it is narrowed down.
import type { Context, Mode } from "#core/context";
import { cursorOf, type PageQuery } from "#core/page";
import { sumStock } from "./project-stock";
import {
  type ProjectStock,
  rateSince,
  runsOut,
  type StockOrder,
  sortStock,
  stockByProject,
} from "./stock-rules";

interface ListStock extends PageQuery {
  mode: Mode;
  categoryId: string | null;
  /** Only what ends within so many days at the rate of late. */
  withinDays: number | null;
  sort: { by: StockOrder; isDown: boolean };
}

export interface StockPage {
  data: ProjectStock[];
  hasMore: boolean;
  /** Of all that the filter lets through, not of the page alone. */
  total: { projects: number; leftKg: number };
}

/** Projects that have or had stock. All are summed for each page: there are far fewer than lots. */
export async function listStock(ctx: Context, input: ListStock): Promise<StockPage> {
  const { mode, categoryId, withinDays, sort, limit } = input;
  const parts = await sumStock(ctx.db, { mode, categoryId, since: rateSince(ctx.now) });
  const all = stockByProject(parts).filter(
    (project) => withinDays === null || runsOut(project, withinDays),
  );
  const sorted = sortStock(all, sort.by, sort.isDown);
  const cursor = cursorOf(input);
  const at = sorted.findIndex(({ projectId }) => projectId === cursor?.id);
  const total = {
    projects: all.length,
    leftKg: all.reduce((kg, { leftKg }) => kg + leftKg, 0),
  };
  if (cursor && at < 0) return { data: [], hasMore: false, total };
  if (cursor?.direction === "newer") {
    return { data: sorted.slice(Math.max(0, at - limit), at), hasMore: at > limit, total };
  }
  const start = at + 1;
  return {
    data: sorted.slice(start, start + limit),
    hasMore: sorted.length > start + limit,
    total,
  };
}

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
