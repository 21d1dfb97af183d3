import type { Context, Mode } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { bumpStockVersion, lockCatalogue, type RegistryProjectsResult } from "#domain/catalogue";
import {
  findRetiredRanges,
  type LotCounts,
  type ParsedLot,
  recordRetiredSerials,
  removeRetiredSerials,
} from "#domain/inventory";
import type { EvidenceInput, EvidenceReport, RecordEvidence } from "./evidence-report";
import type { FileRetirementRow, ReadFile, RefusedFileRow } from "./export-contents";
import type { MissingReport } from "./import-report";
import { type ChosenLots, type CreatedLot, isInCategory } from "./new-lots";
import { requestedBy, retirementsOf } from "./read-exports";
import type { Registry } from "./registry-identities";
import { importLots, importProjects } from "./store-export-rows";

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
  projects: Omit<RegistryProjectsResult, "ids" | "taken" | "written">;
  writtenProjects: RegistryProjectsResult["written"];
  lots: LotCounts & { createdKg: number };
  created: CreatedLot[];
  /** Stock removed because the exports name it as retired or cancelled. */
  removed: { lots: number; kg: number };
  /** All retired or cancelled credits of the files. */
  retirements: FileRetirementRow[];
  /** Their consequences for orders, if those were recorded. */
  evidence: EvidenceReport | null;
  /** Orders with new evidence. */
  orderKeys: readonly string[];
  /** True if more evidence of these rows is to be recorded. */
  hasMore: boolean;
  /** Malformed rows first. */
  refused: RefusedFileRow[];
  /** Their lots are stopped until an operator decides. */
  disputed: DisputedRow[];
  changed: boolean;
  /** Of imports of a complete list. */
  missing?: MissingReport;
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
export function inOrder(rows: RefusedFileRow[]): RefusedFileRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(b.isMalformed) - Number(a.isMalformed) ||
      a.file.localeCompare(b.file) ||
      a.line - b.line,
  );
}

async function recordImport(ctx: Context, report: RegistryImport): Promise<boolean> {
  const { mode, registry, files, projects, lots, removed, disputed } = report;
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

interface ImportReadFiles {
  mode: Mode;
  registry: Registry;
  files: ReadFile[];
  chosen: ChosenLots;
  /** Default: retired rows only leave stock. */
  recordEvidence: RecordEvidence | undefined;
  extent: EvidenceInput["extent"];
  /** Default: those of the files' lots. */
  requested?: ReadonlySet<string>;
}

/** Imports the files' rows, in the caller's transaction. */
export async function importReadFiles(
  ctx: Context,
  input: ImportReadFiles,
): Promise<RegistryImport> {
  const { files, chosen, recordEvidence, extent, mode, registry } = input;
  const { requested = requestedBy(files) } = input;
  const place = { mode, registry };
  await lockCatalogue(ctx, mode);
  const sources = await importProjects(ctx, { mode, files, requested });
  const { ids, faults, unfit, written: writtenProjects, ...projects } = sources;
  const { lots, refused, created } = await importLots(ctx, { mode, files, ids, faults, chosen });
  const rows = retirementsOf(files);
  const recorded =
    rows.length > 0 ? await recordEvidence?.(ctx, { ...place, rows, extent }) : undefined;
  const { removed, disputed } = await removeRetired(ctx, {
    mode,
    retirements: recorded?.removable ?? rows,
    created: created.map(({ lot }) => lot),
  });
  const projectIds = [...new Set(created.map(({ lot }) => lot.projectId))];
  if (await isInCategory(ctx, { mode, ids: projectIds })) await bumpStockVersion(ctx, mode);
  const refusedRows = files.flatMap(({ name, refused }) =>
    refused.map((row) => ({ file: name, ...row })),
  );
  const report: RegistryImport = {
    ...place,
    files: files.map(({ name, kind, isTested }) => ({ name, kind, isTested })),
    projects,
    writtenProjects,
    lots,
    created,
    removed,
    retirements: rows,
    evidence: recorded?.report ?? null,
    orderKeys: recorded?.orderKeys ?? [],
    hasMore: recorded?.hasMore ?? false,
    refused: inOrder([...refusedRows, ...unfit, ...refused]),
    disputed,
    changed: false,
  };
  const isStockChanged = await recordImport(ctx, report);
  return { ...report, changed: isStockChanged || report.evidence?.changed === true };
}
