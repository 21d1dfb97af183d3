import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Database, Db, Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { plural } from "#core/text";
import { lockCatalogue } from "#domain/catalogue";
import type { InventoryTables } from "#domain/inventory";
import { changesBetween, namedChanges } from "./changes-rules";
import type { ChosenLots } from "./chosen-lots";
import type { RecordEvidence } from "./evidence-report";
import { importInSlices } from "./import-in-slices";
import type { RegistryImport } from "./import-registry-export";
import { joinNewLots, type NewLots, reportNewLots } from "./new-lots";
import type { OpenExports } from "./read-exports";
import type { Registry } from "./registry-keys";
import { takeSnapshot } from "./run-import";
import { type ImportReport, MAX_REPORTED } from "./task";

const query = queriesOn<InventoryTables>();

const stockOf = query("registries-sum-stock", (db, { mode }: Params<{ mode: Mode }>) =>
  db
    .selectFrom("stockTotals")
    .select([
      sql<number>`coalesce(sum(lots), 0)::bigint`.as("lots"),
      sql<number>`coalesce(sum(quantity_kg), 0)::bigint`.as("kg"),
    ])
    .where("mode", "=", mode),
);

async function sumStock(db: Sql, mode: Mode) {
  const [stock] = await stockOf(db, { mode });
  return stock ?? { lots: 0, kg: 0 };
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

/** Carries a result out of the transaction that it rolls back. */
class RolledBack<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("a preview changes nothing");
    this.result = result;
  }
}

async function rollBack<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (db) => {
      throw new RolledBack(await work(db));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
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
  const before = await takeSnapshot(ctx.db, mode);
  const former = new Set(before.projects.map(({ id }) => id));
  const newLots: NewLots[] = [];
  const after = { lots: before.lots, kg: before.kg };
  const transaction = async (slice: (inside: Context) => Promise<RegistryImport>) => {
    const work = async (db: Db) => {
      const inside = { ...ctx, db, progress: undefined };
      await lockCatalogue(inside, mode);
      const start = await sumStock(db, mode);
      const report = await slice(inside);
      await afterSlice(inside);
      const added = await reportNewLots(inside, { mode, created: report.created, former });
      return { report, added, start, end: await sumStock(db, mode) };
    };
    const done = await (isPreview ? rollBack(database, work) : database.transaction(work));
    newLots.push(done.added);
    after.lots += done.end.lots - done.start.lots;
    after.kg += done.end.kg - done.start.kg;
    return done.report;
  };
  const report = await importInSlices(ctx, { ...rest, transaction });
  const { created, completed } = report.projectNames;
  const { refused, disputed, evidence, missing } = report;
  return {
    ...changesBetween(before, before),
    projects: namedChanges({ created, changed: completed }),
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
