import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { Project } from "#prisma";
import { completeProject, registryKey } from "./import-rules";
import { creditingPeriodColumns } from "./project-attributes";
import { toProjectDetailResource } from "./resource";
import { ProjectEntry } from "./schema";
import type { CatalogueTables } from "./tables";
import { upsertRows, upserts } from "./upsert-store";

const query = queriesOn<CatalogueTables>();

// Without their texts: an import in slices reads them for each slice.
const findKeys = query("catalogue-find-project-keys", (db, { mode }: Params<{ mode: Mode }>) =>
  db
    .selectFrom("projects")
    .select(["id", "registryName", "registryId", "position"])
    .where("mode", "=", mode),
);
type ProjectKey = Awaited<ReturnType<typeof findKeys>>[number];

/** Converts a stored project to the form of a catalogue file. */
function toProjectEntry(row: Project): ProjectEntry {
  return ProjectEntry.parse({
    ...toProjectDetailResource(row),
    // As stored: the public form makes it an absolute URL.
    primary_image_url: row.primaryImageUrl,
  });
}

interface WriteProjects {
  mode: Mode;
  projects: ProjectEntry[];
  /** Positions in the list, by id. */
  positions: ReadonlyMap<string, number>;
}

function toRow(entry: ProjectEntry, position: number) {
  const { lifetime, crediting_period, translations: _, ...columns } = entry;
  return {
    ...columns,
    position,
    lifetime_start_year: lifetime?.start_year ?? null,
    lifetime_end_year: lifetime?.end_year ?? null,
    ...creditingPeriodColumns(crediting_period),
  };
}

/** Returns the ids of new and changed projects. */
export async function writeProjects(ctx: Context, input: WriteProjects): Promise<Set<string>> {
  const { mode, projects, positions } = input;
  const rows = projects.map((entry) => toRow(entry, positions.get(entry.id) ?? 0));
  const written = await upsertRows(ctx, { mode, into: upserts.projects, rows });
  return new Set(written.map(({ id }) => id));
}

interface ReceiveProjects {
  mode: Mode;
  /** The most reliable source first, if a project occurs more than once. */
  projects: ProjectEntry[];
  /** Ids of projects to create if the catalogue lacks them. */
  requested: ReadonlySet<string>;
}

export interface RegistryProjectsResult {
  created: number;
  /** Projects of the catalogue that got empty fields filled. */
  completed: number;
  unchanged: number;
  /** Projects that the catalogue lacks and that have no credits. */
  skipped: number;
  /** Id in the registry's export → id in the catalogue. */
  ids: Map<string, string>;
  /** Ids in the registry's export that the catalogue uses for other projects. */
  taken: Set<string>;
  written: Record<"created" | "completed", { id: string; name: string }[]>;
}

/** Finds the catalogue's project for each of the registry's, by number at the registry. */
function matchProjects(existing: ProjectKey[], projects: ProjectEntry[]) {
  const byKey = new Map(
    existing.map((row) => [registryKey(row.registryName, row.registryId), row]),
  );
  const byId = new Map(existing.map((row) => [row.id, row]));
  const matches = new Map<string, ProjectKey>();
  const taken = new Set<string>();
  for (const entry of projects) {
    const key = registryKey(entry.registry_name, entry.registry_id);
    const match = key === null ? undefined : byKey.get(key);
    if (match) matches.set(entry.id, match);
    else if (byId.has(entry.id)) taken.add(entry.id);
  }
  return { matches, taken };
}

/** Merges entries with the same id: the first one, with its empty fields taken from later ones. */
function mergeEntries(entries: ProjectEntry[]): ProjectEntry[] {
  const merged = new Map<string, ProjectEntry>();
  for (const entry of entries) {
    const earlier = merged.get(entry.id);
    merged.set(entry.id, earlier ? completeProject(earlier, entry) : entry);
  }
  return [...merged.values()];
}

interface MatchedProject {
  entry: ProjectEntry;
  /** Id in the catalogue. */
  id: string;
}

/** The catalogue's projects, with empty fields filled from the entries. */
async function completeMatched(
  ctx: Context,
  { mode, matched }: { mode: Mode; matched: readonly MatchedProject[] },
): Promise<ProjectEntry[]> {
  const where = { mode, id: { in: matched.map(({ id }) => id) } };
  const rows = await ctx.db.prisma.project.findMany({ where });
  const byId = new Map(rows.map((row) => [row.id, toProjectEntry(row)]));
  return matched.flatMap(({ entry, id }) => {
    const row = byId.get(id);
    return row ? [completeProject(row, entry)] : [];
  });
}

const toNamed = ({ id, name }: ProjectEntry) => ({ id, name });

/** Creates the requested projects, and fills empty fields of existing ones. */
export async function importRegistryProjects(
  ctx: Context,
  input: ReceiveProjects,
): Promise<RegistryProjectsResult> {
  const { mode, requested } = input;
  const projects = mergeEntries(input.projects);
  const existing = await findKeys(ctx.db, { mode });
  const { matches, taken } = matchProjects(existing, projects);
  const isNew = (id: string) => !matches.has(id) && !taken.has(id);
  const fresh = projects.filter(({ id }) => isNew(id) && requested.has(id));
  const matched = projects.flatMap((entry) => {
    const match = matches.get(entry.id);
    return match ? [{ entry, id: match.id }] : [];
  });
  const existingEntries = await completeMatched(ctx, { mode, matched });
  const last = existing.reduce((place, { position }) => Math.max(place, position), -1);
  const positions = new Map([
    ...existing.map(({ id, position }) => [id, position] as const),
    ...fresh.map(({ id }, index) => [id, last + 1 + index] as const),
  ]);
  const written = await writeProjects(ctx, {
    mode,
    projects: [...existingEntries, ...fresh],
    positions,
  });
  const completed = existingEntries.filter(({ id }) => written.has(id));
  return {
    created: fresh.length,
    completed: completed.length,
    unchanged: existingEntries.length - completed.length,
    skipped: projects.length - existingEntries.length - fresh.length,
    taken,
    written: { created: fresh.map(toNamed), completed: completed.map(toNamed) },
    ids: new Map(
      [...matches]
        .map(([id, match]) => [id, match.id] as const)
        .concat(fresh.map(({ id }) => [id, id] as const)),
    ),
  };
}
