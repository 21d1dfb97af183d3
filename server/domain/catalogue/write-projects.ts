// Writes projects where they are new or differ.
import type { Context, Mode } from "#core/context";
import type { ProjectEntry } from "./schema";
import { upsertRows, upserts } from "./upsert-store";

interface WriteProjects {
  mode: Mode;
  projects: ProjectEntry[];
  /** Where each of them stands in the list. */
  places: ReadonlyMap<string, number>;
}

function toRow({ lifetime, ...columns }: ProjectEntry, position: number) {
  return {
    ...columns,
    position,
    lifetime_start_year: lifetime?.start_year ?? null,
    lifetime_end_year: lifetime?.end_year ?? null,
  };
}

/** Returns the ids of the projects that are new or were changed. */
export async function writeProjects(ctx: Context, input: WriteProjects): Promise<Set<string>> {
  const { mode, projects, places } = input;
  const rows = projects.map((entry) => toRow(entry, places.get(entry.id) ?? 0));
  const written = await upsertRows(ctx, { mode, into: upserts.projects, rows });
  return new Set(written.map(({ id }) => id));
}
