// Reads exports and divides them into what one transaction imports each.
import { type FieldErrors, Problem } from "#core/errors";
import { overlappingPairs } from "#domain/inventory";
import type {
  ExportLot,
  FileRetirementRow,
  ReadFile,
  RefusedFileRow,
  RefusedRow,
} from "./export-contents";
import { SLICE_ROWS, slicesOf } from "./import-slices-rules";
import { allLots, type ChosenLots, chosenOf } from "./new-lots";
import { type ReadingOptions, readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-identities";

export interface ExportFile {
  name: string;
  text: string;
}

interface ReadExportFiles extends ReadingOptions {
  registry: Registry;
  files: readonly ExportFile[];
}

/** Reads the files. @throws invalid-parameters if a file is no export of the registry */
export function readExportFiles({ registry, files, ...options }: ReadExportFiles): ReadFile[] {
  const read = files.map(({ name, text }) => ({
    name,
    ...readRegistryExport(registry, text, options),
  }));
  const errors: FieldErrors = {};
  for (const { name, fault } of read) {
    if (fault !== null) errors[`${name}, line 1`] = [fault];
  }
  if (Object.keys(errors).length === 0) return read;
  throw new Problem("invalid-parameters", { title: "A file cannot be read", errors });
}

export function retirementsOf(files: readonly ReadFile[]): FileRetirementRow[] {
  return files.flatMap(({ name, retirements }) =>
    retirements.map((row) => ({ ...row, file: name })),
  );
}

export interface Retirements {
  rows: FileRetirementRow[];
  /** Malformed rows. */
  refused: (RefusedRow & { file: string })[];
}

/**
 * Reads the retired and cancelled credits of a registry's exports; other rows are left out.
 * @throws invalid-parameters if a file is no export of the registry
 */
export function readRetirements(registry: Registry, files: readonly ExportFile[]): Retirements {
  const read = readExportFiles({ registry, files });
  const refused = read.flatMap(({ name, refused }) =>
    refused.filter(({ isMalformed }) => isMalformed).map((row) => ({ ...row, file: name })),
  );
  return { rows: retirementsOf(read), refused };
}

interface PlacedLot {
  file: string;
  lot: ExportLot;
  range: ExportLot["range"];
  /** In the order of files and lines. */
  place: number;
}

/** Lots that share a serial with an earlier lot, which is not itself among them. */
function laterLots(lots: readonly PlacedLot[]): Map<PlacedLot, PlacedLot> {
  const pairs = overlappingPairs(lots)
    .map(([a, b]): readonly [PlacedLot, PlacedLot] => (a.place < b.place ? [a, b] : [b, a]))
    .toSorted(([, a], [, b]) => a.place - b.place);
  const later = new Map<PlacedLot, PlacedLot>();
  for (const [first, second] of pairs) if (!later.has(first)) later.set(second, first);
  return later;
}

/**
 * The files without lots that share serials with an earlier lot. Files that overlap in time contain
 * the same issuance twice, which is no fault.
 */
function withoutOverlaps(files: readonly ReadFile[]) {
  const byId = new Map<string, PlacedLot>();
  for (const { name: file, lots } of files) {
    for (const lot of lots) {
      if (!byId.has(lot.id)) byId.set(lot.id, { file, lot, range: lot.range, place: byId.size });
    }
  }
  let distinct = [...byId.values()];
  const overlaps: RefusedFileRow[] = [];
  for (let later = laterLots(distinct); later.size > 0; later = laterLots(distinct)) {
    for (const [{ file, lot, range }, earlier] of later) {
      const holder = `${earlier.file}, line ${earlier.lot.line}`;
      const reason = `"${range.range}" shares serials with ${holder}`;
      overlaps.push({ file, line: lot.line, reason, isMalformed: true });
    }
    distinct = distinct.filter((lot) => !later.has(lot));
  }
  const remaining = new Set(distinct.map(({ lot }) => lot));
  const malformed = files.flatMap(({ name: file, refused }) =>
    refused.map((row) => ({ file, ...row })),
  );
  const withDistinct = files.map((file) => ({
    ...file,
    lots: file.lots.filter((lot) => remaining.has(lot)),
    refused: [],
  }));
  return { files: withDistinct, refused: [...malformed, ...overlaps] };
}

export interface ExportSummary {
  files: Pick<ReadFile, "name" | "kind" | "isTested">[];
  /** Rows that could not be read, and lots that share serials with earlier ones. */
  refused: RefusedFileRow[];
  /** Ids of the projects that the lots need. */
  requested: ReadonlySet<string>;
  /** Rows in all parts. */
  total: number;
}

/** `whole`: projects and rows of files that one transaction can import. */
export interface ExportPart {
  kind: "whole" | "projects" | "rows";
  files: ReadFile[];
}

export interface OpenExports {
  summary: ExportSummary;
  parts: Iterable<ExportPart> | AsyncIterable<ExportPart>;
}

export interface ReadExports extends ReadExportFiles {
  chosen?: ChosenLots | undefined;
}

/** Ids of the projects that the rows of stock need. */
export const requestedBy = (files: readonly ReadFile[]): Set<string> =>
  new Set(files.flatMap(({ lots }) => lots).map((lot) => lot.project_id));

/** The projects alone, a few hundred at a time. */
function projectSlices(files: readonly ReadFile[]): ReadFile[][] {
  const ids = [...new Set(files.flatMap(({ projects }) => projects.map(({ id }) => id)))];
  const count = Math.ceil(ids.length / SLICE_ROWS);
  return Array.from({ length: count }, (_, n) => {
    const chosen = new Set(ids.slice(n * SLICE_ROWS, (n + 1) * SLICE_ROWS));
    return files.map((file) => ({
      ...file,
      projects: file.projects.filter(({ id }) => chosen.has(id)),
      lots: [],
      retirements: [],
    }));
  });
}

function partsOf(files: ReadFile[]): ExportPart[] {
  const projects = projectSlices(files);
  const rows = slicesOf(files);
  if (projects.length <= 1 && rows.length <= 1) return [{ kind: "whole", files }];
  return [
    ...projects.map((part) => ({ kind: "projects" as const, files: part })),
    ...rows.map((part) => ({ kind: "rows" as const, files: part })),
  ];
}

/**
 * Takes seconds for large files.
 * @throws invalid-parameters if a file is no export of the registry
 */
export function readExports({ chosen = allLots, ...input }: ReadExports) {
  const read = chosenOf(readExportFiles(input), chosen);
  const { files, refused } = withoutOverlaps(read);
  const summary: ExportSummary = {
    files: read.map(({ name, kind, isTested }) => ({ name, kind, isTested })),
    refused,
    requested: requestedBy(files),
    total: files.reduce((sum, file) => sum + file.lots.length + file.retirements.length, 0),
  };
  return { summary, parts: partsOf(files) };
}
