// Imports a registry's exports in transactions of a few hundred rows: matching waits for each.
import type { Context } from "#core/context";
import { analyzeStock } from "#domain/inventory";
import { allLots, chosenOf } from "./chosen-lots";
import { distinctLots } from "./distinct-lots";
import {
  type ImportReadFiles,
  type ImportRegistryExport,
  importReadFiles,
  inOrder,
  type RegistryImport,
} from "./import-registry-export";
import { SLICE_ROWS, slicesOf } from "./import-slices-rules";
import { joinEvidence } from "./join-evidence";
import { type ReadFile, readExportFiles, retirementsOf } from "./read-retirements";
import { type RefusedFileRow, requestedBy } from "./store-export-rows";

type Slice = (ctx: Context) => Promise<RegistryImport>;

export interface ImportInSlices extends ImportRegistryExport {
  /** Runs a slice in a transaction of its own; for a preview, it is rolled back. */
  transaction: (slice: Slice) => Promise<RegistryImport>;
  isPreview?: boolean;
}

const partsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );

/** The projects alone, a few hundred at a time. */
function projectSlices(files: readonly ReadFile[]): ReadFile[][] {
  const ids = [...new Set(files.flatMap(({ projects }) => projects.map(({ id }) => id)))];
  return partsOf(ids, SLICE_ROWS).map((part) => {
    const chosen = new Set(part);
    return files.map((file) => ({
      ...file,
      projects: file.projects.filter(({ id }) => chosen.has(id)),
      lots: [],
      retirements: [],
      refused: [],
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
  return {
    files: files.map((file) => ({ ...file, lots: file.lots.filter((lot) => distinct.has(lot)) })),
    refused: [...malformed, ...refused],
  };
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

const countRows = ({ lots, retirements }: ReadFile) => lots.length + retirements.length;

/** Rows of a project that cannot be imported are refused in each slice that needs it. */
function distinctRows(rows: readonly RefusedFileRow[]): RefusedFileRow[] {
  const keyOf = ({ file, line, reason }: RefusedFileRow) => `${line} ${reason} ${file}`;
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

type Whole = Pick<RegistryImport, "mode" | "registry" | "files" | "retirements" | "refused">;

/** One report of all slices. Projects were counted by the slices of projects alone. */
function joined(
  whole: Whole,
  projects: readonly RegistryImport[],
  slices: readonly RegistryImport[],
): RegistryImport {
  const all = [...projects, ...slices];
  const orderKeys = [...new Set(slices.flatMap((slice) => slice.orderKeys))];
  return {
    ...whole,
    projects: {
      created: sum(projects, (slice) => slice.projects.created),
      completed: sum(projects, (slice) => slice.projects.completed),
      unchanged: sum(projects, (slice) => slice.projects.unchanged),
      skipped: sum(projects, (slice) => slice.projects.skipped),
    },
    projectNames: {
      created: projects.flatMap(({ projectNames }) => projectNames.created),
      completed: projects.flatMap(({ projectNames }) => projectNames.completed),
    },
    lots: {
      created: sum(slices, ({ lots }) => lots.created),
      updated: sum(slices, ({ lots }) => lots.updated),
      unchanged: sum(slices, ({ lots }) => lots.unchanged),
      createdKg: sum(slices, ({ lots }) => lots.createdKg),
    },
    created: slices.flatMap(({ created }) => created),
    removed: {
      lots: sum(slices, ({ removed }) => removed.lots),
      kg: sum(slices, ({ removed }) => removed.kg),
    },
    evidence: joinEvidence(slices, orderKeys.length),
    orderKeys,
    hasMore: false,
    refused: inOrder(distinctRows([...whole.refused, ...all.flatMap(({ refused }) => refused)])),
    disputed: slices.flatMap(({ disputed }) => disputed),
    changed: all.some(({ changed }) => changed),
  };
}

/** Records the rest of the slice's evidence, if its rows are about many orders. */
async function recordRest(input: ImportInSlices, files: ReadFile[], first: RegistryImport) {
  const { mode, registry, recordEvidence, transaction } = input;
  const slices = [first];
  const rows = retirementsOf(files);
  while (slices.at(-1)?.hasMore) {
    const next = await transaction(async (ctx) => {
      const more = await recordEvidence?.(ctx, { mode, registry, rows, extent: "slice" });
      const report = more && { ...more.report, knownRows: 0, unrelatedRows: 0 };
      const { orderKeys = [], hasMore = false } = more ?? {};
      return { ...nothing(first), evidence: report ?? null, orderKeys, hasMore };
    });
    slices.push(next);
  }
  return slices;
}

/** The report of a slice that only adds evidence. */
const nothing = (slice: RegistryImport): RegistryImport => ({
  ...slice,
  lots: { created: 0, updated: 0, unchanged: 0, createdKg: 0 },
  created: [],
  removed: { lots: 0, kg: 0 },
  refused: [],
  disputed: [],
});

/**
 * Imports exports of any size. Rows that share serials are in one slice, so stock never contains
 * what the files name as retired. After a crash, importing the files again does the rest.
 * @throws invalid-parameters if a file is no export of the registry
 */
export async function importInSlices(ctx: Context, input: ImportInSlices): Promise<RegistryImport> {
  const { mode, registry, chosen = allLots, recordEvidence, transaction } = input;
  const read = chosenOf(readExportFiles(input), chosen);
  const extent = input.isPreview ? "preview" : "slice";
  const terms = { mode, registry, chosen, recordEvidence, extent } as const;
  const run = (slice: Omit<ImportReadFiles, keyof typeof terms>) =>
    transaction((inside) => importReadFiles(inside, { ...terms, ...slice }));
  const { files, refused } = withoutOverlaps(read);
  const names = read.map(({ name, kind, isTested }) => ({ name, kind, isTested }));
  const whole = { mode, registry, files: names, retirements: retirementsOf(read), refused };
  const parts = slicesOf(files);
  const ofProjects = projectSlices(files);
  if (parts.length <= 1 && ofProjects.length <= 1) {
    const slices = await recordRest(input, files, await run({ files }));
    return joined(whole, slices.slice(0, 1), slices);
  }
  const requested = requestedBy(files);
  const projects: RegistryImport[] = [];
  for (const slice of ofProjects) projects.push(await run({ files: slice, requested }));
  const slices: RegistryImport[] = [];
  const total = sum(files, countRows);
  let done = 0;
  for (const [index, slice] of parts.entries()) {
    slices.push(...(await recordRest(input, slice, await run({ files: slice }))));
    // Stock grows from nothing to thousands of lots: plans are made for what it is by now.
    if (Math.log2(index + 1) % 1 === 0) await analyzeStock(ctx.db);
    done += sum(slice, countRows);
    await ctx.progress?.({ phase: "Importing", done, total });
  }
  return joined(whole, projects, slices);
}
