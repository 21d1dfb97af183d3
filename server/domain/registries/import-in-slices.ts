// Imports a registry's exports in transactions of a few hundred rows: matching waits for each.
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { analyzeStock, findMissingStock, type SerialRange } from "#domain/inventory";
import type { EvidenceReport, RecordEvidence } from "./evidence-report";
import type { ReadFile, RefusedFileRow } from "./export-contents";
import { importReadFiles, inOrder, type RegistryImport } from "./import-registry-export";
import { MAX_REPORTED, type MissingReport } from "./import-report";
import { allLots, type ChosenLots } from "./new-lots";
import {
  type ExportPart,
  type ExportSummary,
  type OpenExports,
  retirementsOf,
} from "./read-exports";
import type { Registry } from "./registry-identities";

/** @throws invalid `complete` if the files can't be all that the account holds */
function requireComplete({ files, refused }: ExportSummary): void {
  if (!files.some(({ kind }) => kind === "holdings")) {
    throw invalid("complete", "needs a file of your account’s holdings");
  }
  if (refused.some(({ isMalformed }) => isMalformed)) {
    throw invalid("complete", "is not possible: rows of the files cannot be read");
  }
}

/** Compares all that an account holds at the registry with stock and orders. Changes nothing. */
async function compareHoldings(
  ctx: Context,
  input: { mode: Mode; registry: Registry; ranges: readonly SerialRange[] },
): Promise<MissingReport> {
  const missing = await findMissingStock(ctx, input);
  const sumKg = (isSold: boolean) =>
    missing.reduce((sum, part) => sum + (part.isSold === isSold ? part.kg : 0), 0);
  return {
    rows: missing.slice(0, MAX_REPORTED),
    count: missing.length,
    unsoldKg: sumKg(false),
    soldKg: sumKg(true),
  };
}

type Slice = (ctx: Context) => Promise<RegistryImport>;

interface ImportInSlices {
  mode: Mode;
  registry: Registry;
  exports: OpenExports;
  /** Default: all, at no known cost. */
  chosen?: ChosenLots | undefined;
  /** Default: retired rows only leave stock. */
  recordEvidence?: RecordEvidence | undefined;
  /** Runs a slice in a transaction of its own; for a preview, it is rolled back. */
  transaction: (slice: Slice) => Promise<RegistryImport>;
  isPreview?: boolean;
  /** True if the files list all that the account holds: what they lack is reported. */
  isComplete?: boolean | undefined;
}

const rangesOf = ({ files }: ExportPart) =>
  files.flatMap(({ kind, lots }) => (kind === "holdings" ? lots.map(({ range }) => range) : []));

const countRows = ({ lots, retirements }: ReadFile) => lots.length + retirements.length;

/** Rows of a project that cannot be imported are refused in each slice that needs it. */
function distinctRows(rows: readonly RefusedFileRow[]): RefusedFileRow[] {
  const keyOf = ({ file, line, reason }: RefusedFileRow) => `${line} ${reason} ${file}`;
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

const noProjects = { created: 0, completed: 0, unchanged: 0, skipped: 0 };
const noLots = { created: 0, updated: 0, unchanged: 0, removed: 0, createdKg: 0 };
const nothingRemoved = { lots: 0, kg: 0 };

/** The sums of each field; those of no counts are `zero`. */
function sumCounts<Counts extends Record<keyof Counts, number>>(
  list: readonly Counts[],
  zero: Counts,
): Counts {
  const keys = Object.keys(zero) as (keyof Counts)[];
  const sumOf = (key: keyof Counts) => list.reduce((sum, counts) => sum + counts[key], 0);
  return Object.fromEntries(keys.map((key) => [key, sumOf(key)])) as Counts;
}

/** The consequences of all slices; null if there were none. An order in two slices counts once. */
function joinEvidence(slices: readonly RegistryImport[], orders: number): EvidenceReport | null {
  const reports = slices.flatMap(({ evidence }) => evidence ?? []);
  const [counts, ...others] = reports.map(({ changed: _, ...report }) => report);
  if (!counts) return null;
  const changed = reports.some((report) => report.changed);
  return { ...sumCounts([counts, ...others], counts), orders, changed };
}

type Whole = Pick<RegistryImport, "mode" | "registry" | "files" | "refused">;

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
    projects: sumCounts(
      projects.map((slice) => slice.projects),
      noProjects,
    ),
    writtenProjects: {
      created: projects.flatMap(({ writtenProjects }) => writtenProjects.created),
      completed: projects.flatMap(({ writtenProjects }) => writtenProjects.completed),
    },
    lots: sumCounts(
      slices.map(({ lots }) => lots),
      noLots,
    ),
    created: slices.flatMap(({ created }) => created),
    removed: sumCounts(
      slices.map(({ removed }) => removed),
      nothingRemoved,
    ),
    evidence: joinEvidence(slices, orderKeys.length),
    orderKeys,
    hasMore: false,
    refused: inOrder(distinctRows([...whole.refused, ...all.flatMap(({ refused }) => refused)])),
    retirements: slices.flatMap(({ retirements }) => retirements),
    disputed: slices.flatMap(({ disputed }) => disputed),
    changed: all.some(({ changed }) => changed),
  };
}

/** Records the remaining part of the slice's evidence, if its rows are about many orders. */
async function recordRemaining(
  input: ImportInSlices,
  files: readonly ReadFile[],
  first: RegistryImport,
) {
  const { mode, registry, recordEvidence, transaction } = input;
  const slices = [first];
  const rows = retirementsOf(files);
  while (slices.at(-1)?.hasMore) {
    const next = await transaction(async (ctx) => {
      const more = await recordEvidence?.(ctx, { mode, registry, rows, extent: "slice" });
      const report = more && { ...more.report, knownRows: 0, differingRows: 0, unrelatedRows: 0 };
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
  lots: noLots,
  created: [],
  removed: nothingRemoved,
  retirements: [],
  refused: [],
  disputed: [],
});

/**
 * Imports exports of any size. Rows that share serials are in one slice, so stock never contains
 * what the files name as retired. After a crash, importing the files again does the rest.
 */
export async function importInSlices(ctx: Context, input: ImportInSlices): Promise<RegistryImport> {
  const { mode, registry, chosen = allLots, recordEvidence, transaction } = input;
  const { summary, parts } = input.exports;
  if (input.isComplete) requireComplete(summary);
  const held: SerialRange[] = [];
  const extent = input.isPreview ? "preview" : "slice";
  const run = async ({ kind, files }: ExportPart) => {
    const requested = kind === "projects" ? { requested: summary.requested } : {};
    const terms = { mode, registry, chosen, recordEvidence, extent, files, ...requested } as const;
    const first = await transaction((inside) => importReadFiles(inside, terms));
    return recordRemaining(input, files, first);
  };
  const projects: RegistryImport[] = [];
  const slices: RegistryImport[] = [];
  let done = 0;
  for await (const part of parts) {
    const reports = await run(part);
    if (part.kind !== "rows") projects.push(...reports.slice(0, 1));
    if (part.kind === "projects") continue;
    if (input.isComplete) held.push(...rangesOf(part));
    slices.push(...reports);
    // Stock grows from nothing to thousands of lots: plans are made for what it is by now.
    if (part.kind === "rows" && Math.log2(slices.length) % 1 === 0) await analyzeStock(ctx.db);
    done += part.files.reduce((rows, file) => rows + countRows(file), 0);
    await ctx.progress?.({ phase: "Importing", done, total: summary.total });
  }
  const { files, refused } = summary;
  const report = joined({ mode, registry, files, refused }, projects, slices);
  if (!input.isComplete) return report;
  return { ...report, missing: await compareHoldings(ctx, { mode, registry, ranges: held }) };
}
