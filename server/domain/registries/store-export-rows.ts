import type { z } from "zod";
import type { Context, Mode } from "#core/context";
import {
  importRegistryProjects,
  ProjectEntry,
  type RegistryProjectsResult,
} from "#domain/catalogue";
import { CreditLotEntry, planLots, writeLots } from "#domain/inventory";
import type { ExportLot, ImportedProject, ReadFile, RefusedFileRow } from "./export-contents";
import { type ChosenLots, type CreatedLot, withCosts } from "./new-lots";

/** Validates a value: a registry may allow more than the catalogue. Returns the faults of others. */
function readAs<Entry>(schema: z.ZodType<Entry>, value: unknown): Entry | string {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  return read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}

/** Rows of projects exports whose project the catalogue cannot have. */
function refusedProjects(
  files: readonly ReadFile[],
  faults: ReadonlyMap<string, string>,
): RefusedFileRow[] {
  return files.flatMap(({ name: file, lineOf }) =>
    [...faults].flatMap(([id, reason]) => {
      const line = lineOf.get(id);
      return line === undefined ? [] : [{ file, line, reason, isMalformed: true }];
    }),
  );
}

/** The projects of all files, the most reliable source first; rows of stock complete the others. */
function projectsOf(files: readonly ReadFile[]): ImportedProject[] {
  const rank = (file: ReadFile) => (file.kind === "projects" ? 0 : 1);
  return files.toSorted((a, b) => rank(a) - rank(b)).flatMap(({ projects }) => projects);
}

interface ImportProjects {
  mode: Mode;
  files: ReadFile[];
  /** Ids of projects to create if the catalogue lacks them. */
  requested: ReadonlySet<string>;
}

export async function importProjects(ctx: Context, { mode, files, requested }: ImportProjects) {
  const faults = new Map<string, string>();
  const projects = projectsOf(files).flatMap((project) => {
    const entry = readAs(ProjectEntry, project);
    if (typeof entry !== "string") return [entry];
    faults.set(project.id, entry);
    return [];
  });
  const { taken, ...result } = await importRegistryProjects(ctx, { mode, projects, requested });
  for (const id of taken) faults.set(id, `another project has the id "${id}"`);
  return { ...result, faults, unfit: refusedProjects(files, faults) };
}

interface ImportLots {
  mode: Mode;
  files: ReadFile[];
  /** Ids of the projects in the catalogue. */
  ids: RegistryProjectsResult["ids"];
  /** Why the catalogue cannot have a project. */
  faults: ReadonlyMap<string, string>;
  chosen: ChosenLots;
}

interface PlacedLot {
  file: string;
  lot: ExportLot;
}

interface ReadLot extends PlacedLot {
  entry: CreditLotEntry;
}

function toEntry({ line: _, range: __, ...lot }: ExportLot, projectId: string | undefined) {
  return readAs(CreditLotEntry, { ...lot, project_id: projectId });
}

const refusedRow = (
  { file, lot }: PlacedLot,
  reason: string,
  isMalformed = true,
): RefusedFileRow => ({ file, line: lot.line, reason, isMalformed });

function readLots({ files, ids, faults }: ImportLots, refused: RefusedFileRow[]): ReadLot[] {
  const rows = files.flatMap(({ name: file, lots }) => lots.map((lot) => ({ file, lot })));
  return rows.flatMap((placed) => {
    const { lot } = placed;
    const fault = faults.get(lot.project_id);
    const projectId = ids.get(lot.project_id);
    if (fault !== undefined && projectId === undefined) {
      refused.push(refusedRow(placed, `its project cannot be imported: ${fault}`));
      return [];
    }
    const entry = toEntry(lot, projectId);
    if (typeof entry !== "string") return [{ ...placed, entry }];
    refused.push(refusedRow(placed, entry));
    return [];
  });
}

/** Plans all lots that can be stored; others are refused one by one. */
async function planReadLots(ctx: Context, input: ImportLots, refused: RefusedFileRow[]) {
  let placed = readLots(input, refused);
  for (;;) {
    const lots = placed.map(({ entry }) => entry);
    // An export fills in unknown facts; those that an operator stated stay.
    const options = { isKnownProject: () => true, completesOnly: true };
    const plan = await planLots(ctx, { mode: input.mode, lots, ...options });
    if (plan.faults.length === 0) return { placed, plan };
    const faults = Map.groupBy(plan.faults, ({ path }) => Number(path[0]));
    for (const [index, list] of faults) {
      const at = placed[index];
      const reason = list.map(({ path, message }) => `${path[1]} ${message}`).join("; ");
      if (at) refused.push(refusedRow(at, reason));
    }
    placed = placed.filter((_, index) => !faults.has(index));
  }
}

export async function importLots(ctx: Context, input: ImportLots) {
  const refused: RefusedFileRow[] = [];
  const { placed, plan } = await planReadLots(ctx, input, refused);
  const created = withCosts(plan.created, input.chosen);
  const counts = await writeLots(ctx, { ...plan, created });
  for (const [index, holder] of plan.holders) {
    const at = placed[index];
    const reason = `"${at?.lot.serial_number_range}" shares serials with ${holder}`;
    if (at) refused.push(refusedRow(at, reason, false));
  }
  const places = new Map(placed.map(({ file, lot }) => [lot.id, `${file}, line ${lot.line}`]));
  return {
    created: created.map((lot): CreatedLot => ({ lot, place: places.get(lot.id) ?? null })),
    lots: {
      created: counts.created,
      updated: counts.updated,
      unchanged: counts.unchanged,
      removed: counts.removed,
      createdKg: created.reduce((kg, lot) => kg + lot.quantityKg, 0),
    },
    refused,
  };
}
