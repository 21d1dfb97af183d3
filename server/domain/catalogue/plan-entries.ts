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

async function checkDefault(ctx: Context, input: PlanEntries): Promise<Fault[]> {
  const id = input.default_portfolio_id;
  if (id === null) return [];
  const own = await ctx.db.prisma.portfolio.findFirst({
    where: { mode: input.mode, id, accountId: { not: null } },
  });
  if (!own) return [];
  return [{ path: ["default_portfolio_id"], message: `"${id}" is offered to one account only` }];
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
  const faults = checkEntries(input, (list, id) => sets[list].has(id));
  return { ...input, existing, faults: [...faults, ...(await checkDefault(ctx, input))] };
}
