// Holds a catalogue file's entries against what is there, before anything is written.
import type { Context, Mode } from "#core/context";
import { checkEntries, type Entries, type Fault, type ListName } from "./import-rules";
import { findPositions } from "./store";

interface PlanEntries extends Entries {
  mode: Mode;
  /** The ids of all entries of the file, unreadable ones too: references to them are no fault. */
  ids: Record<ListName, string[]>;
}

export interface EntriesPlan extends PlanEntries {
  faults: Fault[];
  existing: Record<ListName, { id: string; position: number }[]>;
}

/** What accounts built themselves is theirs: a file may neither change nor offer it. */
async function checkOwn(ctx: Context, input: PlanEntries) {
  const { mode, default_portfolio_id: defaultId } = input;
  const named = [...input.ids.portfolios, ...(defaultId === null ? [] : [defaultId])];
  const rows = await ctx.db.prisma.portfolio.findMany({
    where: { mode, id: { in: named }, accountId: { not: null } },
    select: { id: true },
  });
  const own = new Set(rows.map(({ id }) => id));
  const entries = input.portfolios.flatMap((entry, index) =>
    entry && own.has(entry.id) ? [{ path: ["portfolios", index, "id"], id: entry.id }] : [],
  );
  const asDefault =
    defaultId !== null && own.has(defaultId)
      ? [{ path: ["default_portfolio_id"], id: defaultId }]
      : [];
  const faults: Fault[] = [...entries, ...asDefault].map(({ path, id }) => ({
    path,
    message: `"${id}" is an account's own portfolio`,
  }));
  return { ids: own, faults };
}

/** Finds all faults among the entries. The caller holds the catalogue's lock. */
export async function planEntries(ctx: Context, input: PlanEntries): Promise<EntriesPlan> {
  const { mode } = input;
  const existing = {
    projects: await findPositions(ctx, { mode, table: "projects" }),
    project_categories: await findPositions(ctx, { mode, table: "project_categories" }),
    portfolios: await findPositions(ctx, { mode, table: "portfolios" }),
  };
  const known = (list: ListName) =>
    new Set([...existing[list].map(({ id }) => id), ...input.ids[list]]);
  const sets = {
    projects: known("projects"),
    project_categories: known("project_categories"),
    portfolios: known("portfolios"),
  };
  const own = await checkOwn(ctx, input);
  for (const id of own.ids) sets.portfolios.add(id);
  const faults = checkEntries(input, (list, id) => sets[list].has(id));
  return { ...input, existing, faults: [...faults, ...own.faults] };
}
