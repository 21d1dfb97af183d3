import type { Context, Mode } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { bumpStockVersion, lockCatalogue, type RegistryProjectsResult } from "#domain/catalogue";
import {
  findRetiredRanges,
  type ParsedLot,
  recordRetiredSerials,
  removeRetiredSerials,
} from "#domain/inventory";
import { allLots, type ChosenLots, chosenOf } from "./chosen-lots";
import type { EvidenceReport, RecordEvidence } from "./evidence-report";
import type { HoldingsMapping } from "./holdings-mapping";
import type { CreatedLot } from "./new-lots";
import { type ExportFile, type ReadFile, readExportFiles, retirementsOf } from "./read-retirements";
import type { Registry } from "./registry-keys";
import type { FileRetirementRow } from "./retirement-row";
import { importLots, importProjects, type RefusedFileRow } from "./store-export-rows";

interface ImportRegistryExport {
  mode: Mode;
  registry: Registry;
  /** Any of the registry's exports, in any order; they are imported together. */
  files: ExportFile[];
  /** Columns of holdings, if the ready-made mapping does not fit. */
  mapping?: HoldingsMapping | null | undefined;
  /** Default: all, at no known cost. */
  chosen?: ChosenLots | undefined;
  /** Default: retired rows only leave stock. */
  recordEvidence?: RecordEvidence | undefined;
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
  projects: Omit<RegistryProjectsResult, "ids" | "taken">;
  lots: { created: number; updated: number; unchanged: number; createdKg: number };
  created: CreatedLot[];
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
  const { chosen = allLots } = input;
  const files = chosenOf(readExportFiles(input), chosen);
  await lockCatalogue(ctx, mode);
  const sources = await importProjects(ctx, { mode, files });
  const { ids, faults, unfit, ...projects } = sources;
  const { lots, refused, created } = await importLots(ctx, {
    mode,
    files,
    ids,
    faults,
    chosen,
  });
  const rows = retirementsOf(files);
  const recorded =
    rows.length > 0 ? await input.recordEvidence?.(ctx, { mode, registry, rows }) : undefined;
  const removable = recorded?.removable ?? rows;
  const { removed, disputed } = await removeRetired(ctx, {
    mode,
    retirements: removable,
    created: created.map(({ lot }) => lot),
  });
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
    created,
    removed,
    retirements: rows,
    evidence,
    refused: inOrder([...refusedRows, ...unfit, ...refused]),
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
