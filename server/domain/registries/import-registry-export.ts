import type { z } from "zod";
import type { Context, Mode } from "#core/context";
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
  findRetiredRanges,
  type ParsedLot,
  planLots,
  recordRetiredSerials,
  removeRetiredSerials,
  writeLots,
} from "#domain/inventory";
import { distinctLots, type PlacedLot } from "./distinct-lots";
import type { EvidenceReport, RecordEvidence } from "./evidence-report";
import type { ExportLot } from "./export-contents";
import type { HoldingsMapping } from "./holdings-mapping";
import { type ExportFile, type ReadFile, readExportFiles, retirementsOf } from "./read-retirements";
import type { Registry } from "./registry-keys";
import type { FileRetirementRow } from "./retirement-row";

interface ImportRegistryExport {
  mode: Mode;
  registry: Registry;
  /** Any of the registry's exports, in any order; they are imported together. */
  files: ExportFile[];
  /** Columns of holdings, if the ready-made mapping does not fit. */
  mapping?: HoldingsMapping | null | undefined;
  /** Default: retired rows only leave stock. */
  recordEvidence?: RecordEvidence | undefined;
}

/** A row that becomes neither stock nor a project nor a retirement. */
export interface RefusedFileRow {
  file: string;
  line: number;
  reason: string;
  /** True if a cell of it cannot be read. */
  isMalformed: boolean;
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
  files: Pick<ReadFile, "name" | "kind" | "isTested">[];
  projects: Omit<RegistryProjectsResult, "ids">;
  lots: { created: number; updated: number; unchanged: number; createdKg: number };
  /** Stock removed because the exports name it as retired or cancelled. */
  removed: { lots: number; kg: number };
  /** All retired or cancelled credits of the files. */
  retirements: FileRetirementRow[];
  /** Their consequences for orders, if those were recorded. */
  evidence: EvidenceReport | null;
  /** Malformed rows first. */
  refused: RefusedFileRow[];
  /** Their lots are stopped until an operator decides. */
  disputed: DisputedRow[];
  changed: boolean;
}

/** Validates a value: a registry may allow more than the catalogue. Returns the faults of others. */
function readAs<Entry>(schema: z.ZodType<Entry>, value: unknown): Entry | string {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  return read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}

async function importProjects(ctx: Context, mode: Mode, files: ReadFile[]) {
  // A projects export is more reliable than the rows of stock, which complete it.
  const rank = (file: ReadFile) => (file.kind === "projects" ? 0 : 1);
  const sources = files.toSorted((a, b) => rank(a) - rank(b)).flatMap(({ projects }) => projects);
  const requested = new Set(files.flatMap(({ lots }) => lots).map((lot) => lot.project_id));
  const faults = new Map<string, string>();
  const projects = sources.flatMap((project) => {
    const entry = readAs(ProjectEntry, project);
    if (typeof entry !== "string") return [entry];
    faults.set(project.id, entry);
    return [];
  });
  return { ...(await importRegistryProjects(ctx, { mode, projects, requested })), faults };
}

interface ImportLots {
  mode: Mode;
  files: ReadFile[];
  /** Ids of the projects in the catalogue. */
  ids: RegistryProjectsResult["ids"];
  /** Why the catalogue cannot have a project. */
  faults: ReadonlyMap<string, string>;
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
  const { lots, overlaps } = distinctLots(files);
  refused.push(...overlaps.map(({ placed, reason }) => refusedRow(placed, reason)));
  return lots.flatMap((placed) => {
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

async function importLots(ctx: Context, input: ImportLots) {
  const refused: RefusedFileRow[] = [];
  const { placed, plan } = await planReadLots(ctx, input, refused);
  const counts = await writeLots(ctx, plan);
  for (const [index, lotId] of plan.holders) {
    const at = placed[index];
    const reason = `"${at?.lot.serial_number_range}" shares serials with lot "${lotId}" in stock`;
    if (at) refused.push(refusedRow(at, reason, false));
  }
  return {
    created: plan.created,
    lots: {
      created: counts.created,
      updated: counts.updated,
      unchanged: counts.unchanged,
      createdKg: plan.created.reduce((kg, lot) => kg + lot.quantityKg, 0),
    },
    refused,
  };
}

interface RemoveRetired {
  mode: Mode;
  retirements: readonly FileRetirementRow[];
  created: ParsedLot[];
}

/** Removes stock that these files name as retired, and new lots that earlier files did. */
async function removeRetired(ctx: Context, { mode, retirements, created }: RemoveRetired) {
  const recalled = [...(await findRetiredRanges(ctx, { mode, lots: created })).values()].flat();
  const retired = retirements.flatMap(({ file, rowNumber: line, serials: range }) =>
    range === null ? [] : [{ file, line, range }],
  );
  const ranges = retired.map(({ range }) => range);
  await recordRetiredSerials(ctx, { mode, ranges });
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

/** Malformed rows first: lists are cut at the end. */
function inOrder(rows: RefusedFileRow[]): RefusedFileRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(b.isMalformed) - Number(a.isMalformed) ||
      a.file.localeCompare(b.file) ||
      a.line - b.line,
  );
}

async function recordImport(
  ctx: Context,
  files: ReadFile[],
  report: Omit<RegistryImport, "files">,
) {
  const { mode, registry, projects, lots, removed, disputed } = report;
  const stopped = new Set(disputed.flatMap((row) => (row.wasOnSale ? [row.lotId] : [])));
  const written =
    projects.created + projects.completed + lots.created + lots.updated + removed.lots;
  if (written + stopped.size === 0) return false;
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
  return true;
}

/**
 * Imports a registry's exports into the stock. Rows that cannot be read or stored are refused one
 * by one, and never keep others out. Creates missing projects that have lots; removes serials
 * retired at the registry. A lot in use that has not sold some of them is stopped.
 * @throws invalid-parameters if a file is no export of the registry
 */
export async function importRegistryExport(
  ctx: Context,
  input: ImportRegistryExport,
): Promise<RegistryImport> {
  const { mode, registry } = input;
  const files = readExportFiles(input);
  await lockCatalogue(ctx, mode);
  const { ids, faults, ...projects } = await importProjects(ctx, mode, files);
  const { lots, refused, created } = await importLots(ctx, { mode, files, ids, faults });
  const rows = retirementsOf(files);
  const recorded =
    rows.length > 0 ? await input.recordEvidence?.(ctx, { mode, registry, rows }) : undefined;
  const removable = recorded?.removable ?? rows;
  const { removed, disputed } = await removeRetired(ctx, { mode, retirements: removable, created });
  if (lots.created > 0) await bumpStockVersion(ctx, mode);
  const refusedRows = files.flatMap(({ name, refused }) =>
    refused.map((row) => ({ file: name, ...row })),
  );
  const evidence = recorded?.report ?? null;
  const report = {
    mode,
    registry,
    projects,
    lots,
    removed,
    retirements: rows,
    evidence,
    refused: inOrder([...refusedRows, ...refused]),
    disputed,
    changed: false,
  };
  const isStockChanged = await recordImport(ctx, files, report);
  const changed = isStockChanged || evidence?.changed === true;
  return {
    ...report,
    files: files.map(({ name, kind, isTested }) => ({ name, kind, isTested })),
    changed,
  };
}
