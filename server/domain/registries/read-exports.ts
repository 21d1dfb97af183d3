// Reads exports and divides them into what one transaction imports each.
import { allLots, type ChosenLots, chosenOf } from "./chosen-lots";
import { distinctLots } from "./distinct-lots";
import { SLICE_ROWS, slicesOf } from "./import-slices-rules";
import { type ReadExportFiles, type ReadFile, readExportFiles } from "./read-retirements";
import { type RefusedFileRow, requestedBy } from "./store-export-rows";

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

/** The files without lots that share serials with an earlier one, and those as refused rows. */
function withoutOverlaps(files: readonly ReadFile[]) {
  const { lots, overlaps } = distinctLots(files);
  const distinct = new Set(lots.map(({ lot }) => lot));
  const refused = overlaps.map(({ placed, reason }): RefusedFileRow => {
    const { file, lot } = placed;
    return { file, line: lot.line, reason, isMalformed: true };
  });
  const malformed = files.flatMap(({ name: file, refused: rows }) =>
    rows.map((row) => ({ file, ...row })),
  );
  const withDistinct = files.map((file) => ({
    ...file,
    lots: file.lots.filter((lot) => distinct.has(lot)),
    refused: [],
  }));
  return { files: withDistinct, refused: [...malformed, ...refused] };
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
    total: files.reduce((sum, it) => sum + it.lots.length + it.retirements.length, 0),
  };
  return { summary, parts: partsOf(files) };
}
