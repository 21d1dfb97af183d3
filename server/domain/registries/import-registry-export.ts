import type { z } from "zod";
import type { Context, Mode } from "#core/context";
import { type FieldErrors, Problem } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import {
  bumpStockVersion,
  importRegistryProjects,
  lockCatalogue,
  ProjectEntry,
  type RegistryProjectsResult,
} from "#domain/catalogue";
import {
  CreditLotEntry,
  findRegistryRetirements,
  type ParsedLot,
  planLots,
  recordRegistryRetirements,
  removeRetiredSerials,
  writeLots,
} from "#domain/inventory";
import { type Registry, readRegistryExport } from "./read-registry-export";
import type { ImportedLot, RegistryExport } from "./registry-export";

interface ImportRegistryExport {
  mode: Mode;
  registry: Registry;
  /** Any of the registry's exports, in any order; they are imported together. */
  files: { name: string; text: string }[];
}

interface ReadFile extends RegistryExport {
  name: string;
}

/**
 * A valid row that does not become stock; without a line if other files or the stock are the
 * reason.
 */
interface SkippedFileRow {
  file: string;
  line: number | null;
  reason: string;
}

/**
 * Serials that the registry names as retired or cancelled, and that a lot in use has not sold yet.
 */
export interface DisputedRow {
  file: string;
  line: number;
  range: string;
  lotId: string;
  /** False if the lot was stopped before. */
  wasOnSale: boolean;
}

export interface RegistryImport {
  mode: Mode;
  registry: Registry;
  files: { name: string; kind: RegistryExport["kind"] }[];
  projects: Omit<RegistryProjectsResult, "ids">;
  lots: { created: number; updated: number; unchanged: number; createdKg: number };
  /** Stock removed because the exports name it as retired or cancelled. */
  removed: { lots: number; kg: number };
  refused: SkippedFileRow[];
  /** Their lots are stopped until an operator decides. */
  disputed: DisputedRow[];
  changed: boolean;
}

function refuse(errors: FieldErrors): never {
  throw new Problem("invalid-parameters", { title: "The export has errors", errors });
}

/** Validates a value: a registry may allow more than the catalogue. */
function readAs<Entry>(schema: z.ZodType<Entry>, value: unknown, label: string): Entry {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const errors: FieldErrors = {};
  for (const { path, message } of read.error.issues)
    errors[`${label}, ${path.join(".")}`] = [message];
  return refuse(errors);
}

function readFiles({ registry, files }: ImportRegistryExport): ReadFile[] {
  const read = files.map(({ name, text }) => ({ name, ...readRegistryExport(registry, text) }));
  const errors: FieldErrors = {};
  for (const { name, problems } of read) {
    for (const { line, column, message } of problems) {
      const place = `${name}, line ${line}${column === null ? "" : `, ${column}`}`;
      errors[place] = [...(errors[place] ?? []), message];
    }
  }
  return Object.keys(errors).length > 0 ? refuse(errors) : read;
}

/** Files that overlap in time contain the same issuance twice. */
function distinctLots(files: ReadFile[]): { file: string; lot: ImportedLot }[] {
  const known = new Map<string, { file: string; lot: ImportedLot }>();
  for (const { name, lots } of files) {
    for (const lot of lots) if (!known.has(lot.id)) known.set(lot.id, { file: name, lot });
  }
  return [...known.values()];
}

async function importProjects(ctx: Context, mode: Mode, files: ReadFile[]) {
  // A projects export is more reliable than the rows of stock, which complete it.
  const rank = (file: ReadFile) => (file.kind === "projects" ? 0 : 1);
  const sources = files.toSorted((a, b) => rank(a) - rank(b)).flatMap(({ projects }) => projects);
  const requested = new Set(files.flatMap(({ lots }) => lots).map((lot) => lot.project_id));
  const projects = sources.map((project) => readAs(ProjectEntry, project, project.id));
  return importRegistryProjects(ctx, { mode, projects, requested });
}

async function importLots(
  ctx: Context,
  { mode, files, ids }: { mode: Mode; files: ReadFile[]; ids: RegistryProjectsResult["ids"] },
) {
  const placed = distinctLots(files);
  const entries = placed.map(({ lot }) =>
    readAs(CreditLotEntry, { ...lot, project_id: ids.get(lot.project_id) }, lot.id),
  );
  const plan = await planLots(ctx, {
    mode,
    lots: entries,
    isKnownProject: () => true,
    // Exports have no retirement URLs: those that an operator set stay.
    keepsRetirementUrls: true,
  });
  const errors: FieldErrors = {};
  for (const { path, message } of plan.faults) {
    const at = placed[Number(path[0])];
    const place = `${at?.file}, ${at?.lot.serial_number_range}, ${path[1]}`;
    errors[place] = [...(errors[place] ?? []), message];
  }
  if (plan.faults.length > 0) refuse(errors);
  const counts = await writeLots(ctx, plan);
  return {
    created: plan.created,
    lots: {
      created: counts.created,
      updated: counts.updated,
      unchanged: counts.unchanged,
      createdKg: plan.created.reduce((kg, lot) => kg + lot.quantityKg, 0),
    },
    holders: [...plan.holders].flatMap(([index, lotId]): SkippedFileRow[] => {
      const { file = "", lot } = placed[index] ?? {};
      const reason = `"${lot?.serial_number_range}" shares serials with lot "${lotId}" in stock`;
      return [{ file, line: null, reason }];
    }),
  };
}

/** Removes stock that these files name as retired, and new lots that earlier files did. */
async function removeRetired(
  ctx: Context,
  { mode, files, created }: { mode: Mode; files: ReadFile[]; created: ParsedLot[] },
) {
  const recalled = [
    ...(await findRegistryRetirements(ctx, { mode, lots: created })).values(),
  ].flat();
  const retired = files.flatMap(({ name, retired }) =>
    retired.map(({ line, range }) => ({ file: name, line, range })),
  );
  const ranges = retired.map(({ range }) => range);
  await recordRegistryRetirements(ctx, { mode, ranges });
  // Indexes of conflicts refer to `retired`: earlier retirements only match new lots, which are
  // unsold.
  const { conflicts, stoppedLots, ...removed } = await removeRetiredSerials(ctx, {
    mode,
    ranges: [...ranges, ...recalled],
  });
  const disputed = conflicts.flatMap(({ index, lotId }): DisputedRow[] => {
    const row = retired[index];
    if (!row) return [];
    const { file, line, range } = row;
    return [{ file, line, lotId, range: range.range, wasOnSale: stoppedLots.has(lotId) }];
  });
  return { removed, disputed };
}

/**
 * Imports a registry's exports into the stock, all of them or none. Creates missing projects that
 * have lots; removes serials retired at the registry. A lot in use that has not sold some of them
 * is stopped, and the rest is imported.
 * @throws invalid-parameters whose `errors` name every malformed line
 */
export async function importRegistryExport(
  ctx: Context,
  input: ImportRegistryExport,
): Promise<RegistryImport> {
  const { mode, registry } = input;
  const files = readFiles(input);
  await lockCatalogue(ctx, mode);
  const { ids, ...projects } = await importProjects(ctx, mode, files);
  const { lots, holders, created } = await importLots(ctx, { mode, files, ids });
  const { removed, disputed } = await removeRetired(ctx, { mode, files, created });
  if (lots.created > 0) await bumpStockVersion(ctx, mode);
  const stopped = new Set(disputed.flatMap(({ wasOnSale, lotId }) => (wasOnSale ? [lotId] : [])));
  const written =
    projects.created + projects.completed + lots.created + lots.updated + removed.lots;
  const changed = written + stopped.size > 0;
  if (changed) {
    await recordAudit(ctx, {
      action: "registry_export.imported",
      data: {
        mode,
        registry,
        files: files.map(({ name }) => name).join(", "),
        projects_created: projects.created,
        projects_completed: projects.completed,
        credit_lots_created: lots.created,
        credit_lots_updated: lots.updated,
        credit_lots_withdrawn: removed.lots,
        credit_lots_stopped: stopped.size,
      },
    });
  }
  return {
    mode,
    registry,
    files: files.map(({ name, kind }) => ({ name, kind })),
    projects,
    lots,
    removed,
    refused: [
      ...files.flatMap(({ name, refused }) => refused.map((row) => ({ file: name, ...row }))),
      ...holders,
    ],
    disputed,
    changed,
  };
}
