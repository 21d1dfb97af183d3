import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Database, Db, Sql } from "#core/db";
import { invalid, Problem } from "#core/errors";
import { runOnce } from "#core/query";
import { rollBack } from "#core/roll-back";
import { plural } from "#core/text";
import { lockCatalogue } from "#domain/catalogue";
import { importCatalogueFile } from "./catalogue-file";
import type { RecordEvidence } from "./evidence-report";
import { importInSlices } from "./import-in-slices";
import type { RegistryImport } from "./import-registry-export";
import { type ImportReport, MAX_REPORTED, reportChanges, sumStock } from "./import-report";
import { type ChosenLots, joinNewLots, type NewLots, reportNewLots } from "./new-lots";
import type { OpenExports } from "./read-exports";
import type { Registry } from "./registry-identities";

interface ImportCatalogue {
  mode: Mode;
  files: JobFile[];
  /** Accepts prices that change by more than a factor of two. */
  confirmPrices: boolean;
}

/** Extends this transaction's idle limit: parsing a large file takes time between statements. */
async function extendIdleLimit(db: Sql): Promise<void> {
  await runOnce(db, (builder) =>
    builder.selectNoFrom(
      sql`set_config('idle_in_transaction_session_timeout', '120000', true)`.as("value"),
    ),
  );
}

export interface JobFile {
  name: string;
  bytes: Uint8Array;
}

/** @throws invalid naming the file */
export function textOf({ name, bytes }: JobFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid(name, "is not UTF-8 text");
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw new Problem("invalid-parameters", {
      title: "The file is not valid JSON",
      errors: { [name]: [reason] },
    });
  }
}

/**
 * Imports a catalogue file as the CLI does, and reports what it changed. For a preview, the caller
 * rolls back.
 * @throws invalid-parameters whose `errors` name every fault by place
 */
export async function runCatalogueImport(
  ctx: Context,
  { mode, files, confirmPrices }: ImportCatalogue,
): Promise<ImportReport> {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw invalid("files", "must be a single file for a catalogue");
  const read = parseJson(file.name, textOf(file));
  const { mode: fileMode = "test" } = (read ?? {}) as { mode?: unknown };
  // The import rejects other values.
  if ((fileMode === "live" || fileMode === "test") && fileMode !== mode) {
    throw invalid("mode", `is ${fileMode} in the file, but ${mode} here`);
  }
  await extendIdleLimit(ctx.db);
  await lockCatalogue(ctx, mode);
  const before = await sumStock(ctx.db, mode);
  const imported = await importCatalogueFile(ctx, { file: read, confirmPrices });
  const { changed, changes, largePriceChanges, created, createdProjectIds } = imported;
  const newLots = await reportNewLots(ctx, { mode, created, createdProjectIds });
  const after = await sumStock(ctx.db, mode);
  return {
    ...reportChanges(changes),
    lots: { before: before.lots, after: after.lots },
    kg: { before: before.kg, after: after.kg },
    refused: [],
    refusedCount: 0,
    largePriceChanges,
    notes: changed ? [] : ["The file makes no changes."],
    newLots: joinNewLots([newLots]),
  };
}

const UNTESTED =
  "No real file of this kind was tested: compare rows and lots before you import them.";

/** Facts for the operator, most important first. */
function notesOf(report: RegistryImport): string[] {
  const { files, projects, removed, lots, refused, retirements, changed } = report;
  const malformed = refused.filter(({ isMalformed }) => isMalformed).length;
  const untested = files.filter(({ isTested }) => !isTested);
  const notes = [
    ...untested.map(({ name, kind }) => `${name} was read as ${kind}. ${UNTESTED}`),
    malformed > 0 ? `${plural(malformed, "row")} could not be read.` : null,
    retirements.length > 0
      ? `The registry lists ${plural(retirements.length, "row")} as retired or cancelled.`
      : null,
    changed ? null : "The files make no changes.",
    lots.updated > 0 ? `${plural(lots.updated, "lot")} got new labels or other facts.` : null,
    lots.unchanged > 0 ? `In stock already: ${plural(lots.unchanged, "lot")}.` : null,
    lots.removed > 0
      ? `Removed from stock before: ${plural(lots.removed, "lot")}. To sell a lot again of which ` +
        "nothing was sold, delete it, then import it again."
      : null,
    removed.lots > 0
      ? `${plural(removed.lots, "lot")} had serials that are retired at the registry: ` +
        `${removed.kg.toLocaleString("en-US")} kg removed from stock.`
      : null,
    projects.skipped > 0 ? `Skipped ${plural(projects.skipped, "project")} without credits.` : null,
  ];
  return notes.filter((note) => note !== null);
}

interface RunExportImport {
  mode: Mode;
  registry: Registry;
  exports: OpenExports;
  chosen?: ChosenLots | undefined;
  recordEvidence: RecordEvidence;
  isComplete?: boolean | undefined;
  /** Rolls each slice back. */
  isPreview: boolean;
  database: Database;
  /** Called at the end of each slice, in its transaction. */
  afterSlice: (ctx: Context) => Promise<unknown>;
}

/**
 * Imports a registry's exports in slices, and sums up what changed. A preview does the same, and
 * rolls back each slice.
 */
export async function runExportImport(ctx: Context, input: RunExportImport): Promise<ImportReport> {
  const { database, afterSlice, ...rest } = input;
  const { mode, isPreview } = input;
  const before = await sumStock(ctx.db, mode);
  const after = { ...before };
  const createdProjectIds = new Set<string>();
  const newLots: NewLots[] = [];
  const transaction = async (slice: (inside: Context) => Promise<RegistryImport>) => {
    const work = async (db: Db) => {
      const inside = { ...ctx, db, progress: undefined };
      await lockCatalogue(inside, mode);
      const start = await sumStock(db, mode);
      const report = await slice(inside);
      await afterSlice(inside);
      for (const { id } of report.writtenProjects.created) createdProjectIds.add(id);
      const { created } = report;
      const added = await reportNewLots(inside, { mode, created, createdProjectIds });
      return { report, added, start, end: await sumStock(db, mode) };
    };
    const done = await (isPreview ? rollBack(database, work) : database.transaction(work));
    newLots.push(done.added);
    after.lots += done.end.lots - done.start.lots;
    after.kg += done.end.kg - done.start.kg;
    return done.report;
  };
  const report = await importInSlices(ctx, { ...rest, transaction });
  const { created, completed } = report.writtenProjects;
  const namesOf = (projects: readonly { name: string }[]) => projects.map(({ name }) => name);
  const { refused, disputed, evidence, missing } = report;
  return {
    ...reportChanges({
      projects: { created: namesOf(created), changed: namesOf(completed), removed: [] },
    }),
    lots: { before: before.lots, after: after.lots },
    kg: { before: before.kg, after: after.kg },
    newLots: joinNewLots(newLots),
    refused: refused.slice(0, MAX_REPORTED).map(({ file, line, reason }) => ({
      place: `${file}, line ${line}`,
      reason,
    })),
    refusedCount: refused.length,
    stoppedLots: disputed.slice(0, MAX_REPORTED).map(({ lotId, file, line, range }) => ({
      lotId,
      place: `${file}, line ${line}`,
      range,
    })),
    notes: notesOf(report),
    ...(evidence && { evidence }),
    ...(missing && { missing }),
  };
}
