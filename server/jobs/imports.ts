// Imports, comparisons and ledger checks. Exports of registries are imported in slices; any other
// job takes effect completely or not at all.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { isLockTimeout } from "#core/db-errors";
import { withDatabaseUse } from "#core/db-use";
import { Problem } from "#core/errors";
import { checkPayments, moveHeldStock, paymentInvariants } from "#domain/checkout";
import { checkLedger, ledgerInvariants } from "#domain/diagnostics";
import { findDrift, recordEvidence } from "#domain/evidence";
import {
  type ClaimedJob,
  dropJobFiles,
  type JobResult,
  jobKind,
  listJobFiles,
  recordAfter,
  storeResult,
} from "#domain/queue";
import {
  compareExports,
  ImportPayload,
  LedgerCheckPayload,
  MAX_REPORTED,
  problemReport,
  type Registry,
  runCatalogueImport,
  runExportImport,
  type TaskReport,
  textOf,
} from "#domain/registries";
import { AGAIN_MS, Interrupted, type JobRun, type JobRunner } from "./job-runner";
import { openExports } from "./read-apart";

const MAX_ROW_LENGTH = 1000;

/** Carries a preview's report out of the transaction that it rolls back. */
class Previewed extends Error {
  readonly report: TaskReport;

  constructor(report: TaskReport) {
    super("a preview changes nothing");
    this.report = report;
  }
}

/** The remains of an unfinished job, for its creator. */
function remainsOf({ payload }: ClaimedJob): string {
  const { data } = ImportPayload.safeParse(payload);
  return data?.step === "import" && data.kind !== "catalogue"
    ? "What was imported until then stays. Import the same files again for the rest."
    : "Nothing was changed.";
}

/**
 * Stores the result in the transaction of the work. @throws Interrupted if the work must be rolled
 * back
 */
async function finishInside(ctx: Context, job: ClaimedJob, report: TaskReport): Promise<void> {
  const now = new Date();
  const { attempts, kind } = job;
  const result: JobResult = { state: "done", report };
  const record = recordAfter(jobKind(kind), { attempts, result, now });
  if (!(await storeResult(ctx.db, { job, record, now }))) throw new Interrupted("stop");
}

function resultOf(ctx: Context, job: ClaimedJob, error: unknown): JobResult | "recorded" {
  if (error instanceof Previewed) return { state: "done", report: error.report };
  if (error instanceof Interrupted) return error.result;
  if (error instanceof Problem) {
    const reason = error.detail ?? error.title;
    return { state: "refused", reason, report: problemReport(reason, error.errors) };
  }
  // A command or another job holds the catalogue's lock.
  if (isLockTimeout(error)) return { state: "wait", forMs: AGAIN_MS };
  ctx.log.error(
    { event: "job.error", err: error, jobId: job.id, kind: job.kind },
    "unexpected error in a job",
  );
  const reason = `Something went wrong on our side. ${remainsOf(job)}`;
  return { state: "failed", reason, report: problemReport(reason) };
}

async function importCatalogue({ ctx, job, payload }: JobRun<ImportPayload>): Promise<void> {
  const { mode, step } = payload;
  const confirmPrices = step === "preview" || payload.confirmPrices === true;
  await database().transaction(async (db) => {
    const inside = { ...ctx, db };
    const files = await listJobFiles(inside, { jobId: job.id });
    const report = { import: await runCatalogueImport(inside, { mode, files, confirmPrices }) };
    await moveHeldStock(inside, mode);
    if (step === "preview") throw new Previewed(report);
    await dropJobFiles(db, [job.id]);
    await finishInside(inside, job, report);
  });
}

async function importExports(
  { ctx, job, payload }: JobRun<ImportPayload>,
  kind: Registry,
): Promise<void> {
  const { mode, step, mapping, chosen, isComplete } = payload;
  const isPreview = step === "preview";
  const files = await listJobFiles(ctx, { jobId: job.id });
  const imported = await runExportImport(ctx, {
    mode,
    registry: kind,
    exports: await openExports({
      registry: kind,
      mapping,
      chosen,
      files: files.map((file) => ({ name: file.name, text: textOf(file) })),
    }),
    chosen,
    recordEvidence,
    // Rows that were not chosen are held all the same.
    isComplete: isPreview && isComplete,
    isPreview,
    database: database(),
    afterSlice: (inside) => moveHeldStock(inside, mode),
  });
  const report = { import: imported };
  if (isPreview) throw new Previewed(report);
  await database().transaction(async (db) => {
    await dropJobFiles(db, [job.id]);
    await finishInside({ ...ctx, db }, job, report);
  });
}

async function importFiles(run: JobRun<ImportPayload>): Promise<void> {
  const { kind } = run.payload;
  return kind === "catalogue" ? importCatalogue(run) : importExports(run, kind);
}

async function compareFiles({ ctx, job, payload }: JobRun<ImportPayload>): Promise<void> {
  const { mode, kind } = payload;
  if (kind === "catalogue") throw new Error("a catalogue has no registry to compare with");
  const files = await listJobFiles(ctx, { jobId: job.id });
  const drift = await compareExports(ctx, { mode, registry: kind, files, findDrift });
  await database().transaction(async (db) => {
    await dropJobFiles(db, [job.id]);
    await finishInside({ ...ctx, db }, job, { drift });
  });
}

const unfinished = ["wait", "done"];

async function runFileImport(run: JobRun<ImportPayload>): Promise<JobResult | "recorded"> {
  const { ctx, job, payload } = run;
  const work = payload.step === "compare" ? compareFiles : importFiles;
  try {
    await withDatabaseUse("long", () => work(run));
    return "recorded";
  } catch (error) {
    const result = resultOf(ctx, job, error);
    const needsFiles = result === "recorded" || unfinished.includes(result.state);
    if (!needsFiles) await dropJobFiles(ctx.db, [job.id]);
    return result;
  }
}

async function giveUpImport({ ctx, job }: JobRun<ImportPayload>): Promise<JobResult> {
  await dropJobFiles(ctx.db, [job.id]);
  const reason = `The server ended in the middle of it. ${remainsOf(job)}`;
  return { state: "failed", reason, report: problemReport(reason) };
}

async function checkBooks(ctx: Context): Promise<TaskReport> {
  const ledger = await checkLedger(ctx);
  const { faults, books, uncompared } = await checkPayments(ctx);
  const all = [...ledger, ...faults];
  const count = (items: number) => items.toLocaleString("en-US");
  const notes = [
    ...books.map(({ label, charges }) => `${count(charges)} charges at ${label} compared.`),
    ...uncompared.map(
      ({ label, mode, account, payments }) =>
        `${count(payments)} ${mode} payments at ${label} not compared: they need the keys of ${account ?? `${mode} mode`}.`,
    ),
  ];
  return {
    check: {
      invariants: ledgerInvariants.length + paymentInvariants.length,
      findings: all.slice(0, MAX_REPORTED).map((fault) => ({
        check: fault.check,
        row: JSON.stringify(fault.row).slice(0, MAX_ROW_LENGTH),
      })),
      findingCount: all.length,
      notes,
    },
  };
}

export const importRunner: JobRunner<ImportPayload> = {
  payload: ImportPayload,
  run: runFileImport,
  giveUp: giveUpImport,
};

export const ledgerCheckRunner: JobRunner<LedgerCheckPayload> = {
  payload: LedgerCheckPayload,
  async run({ ctx, job }) {
    try {
      return { state: "done", report: await withDatabaseUse("long", () => checkBooks(ctx)) };
    } catch (error) {
      return resultOf(ctx, job, error);
    }
  },
  async giveUp() {
    const reason = "The server ended in the middle of it.";
    return { state: "failed", reason, report: problemReport(reason) };
  },
};
