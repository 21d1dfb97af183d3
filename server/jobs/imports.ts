// Imports, comparisons and ledger checks. Exports of registries are imported in slices; any other
// job takes effect completely or not at all.
import type { Context } from "#core/context";
import { type Db, database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { isLockTimeout } from "#core/db-errors";
import { Problem } from "#core/errors";
import { rollBack } from "#core/roll-back";
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
  type JobReport,
  LedgerCheckPayload,
  MAX_REPORTED,
  problemReport,
  type Registry,
  runCatalogueImport,
  runExportImport,
  textOf,
} from "#domain/registries";
import { AGAIN_MS, Interrupted, type JobRun, type JobRunner } from "./job-runner";
import { openExports } from "./read-apart";

type Outcome = JobResult | "recorded";

const MAX_ROW_LENGTH = 1000;

/** The remains of an unfinished job, for its creator. */
function remainsOf({ payload }: ClaimedJob): string {
  const { data } = ImportPayload.safeParse(payload);
  return data?.step === "import" && data.kind !== "catalogue"
    ? "What was imported until then stays. Import the same files again for the rest."
    : "Nothing was changed.";
}

/**
 * Stores the result in the transaction of the work, and deletes the files. @throws Interrupted if the work must be rolled
 * back
 */
async function finishInside(ctx: Context, job: ClaimedJob, report: JobReport): Promise<void> {
  await dropJobFiles(ctx.db, [job.id]);
  const now = new Date();
  const { attempts, kind } = job;
  const result: JobResult = { state: "done", report };
  const record = recordAfter(jobKind(kind), { attempts, result, now });
  if (!(await storeResult(ctx.db, { job, record, now }))) throw new Interrupted("stop");
}

function resultOf(ctx: Context, job: ClaimedJob, error: unknown): Outcome {
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

async function importCatalogue({ ctx, job, payload }: JobRun<ImportPayload>): Promise<Outcome> {
  const { mode, step } = payload;
  const isPreview = step === "preview";
  const confirmPrices = isPreview || payload.confirmPrices === true;
  const importFile = async (db: Db): Promise<JobReport> => {
    const inside = { ...ctx, db };
    const files = await listJobFiles(inside, { jobId: job.id });
    const report = { import: await runCatalogueImport(inside, { mode, files, confirmPrices }) };
    await moveHeldStock(inside, mode);
    if (!isPreview) await finishInside(inside, job, report);
    return report;
  };
  if (isPreview) return { state: "done", report: await rollBack(database(), importFile) };
  await database().transaction(importFile);
  return "recorded";
}

async function importExports(
  { ctx, job, payload }: JobRun<ImportPayload>,
  kind: Registry,
): Promise<Outcome> {
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
  if (isPreview) return { state: "done", report };
  await database().transaction((db) => finishInside({ ...ctx, db }, job, report));
  return "recorded";
}

async function compareFiles(
  { ctx, job, payload }: JobRun<ImportPayload>,
  kind: Registry,
): Promise<Outcome> {
  const files = await listJobFiles(ctx, { jobId: job.id });
  const { mode } = payload;
  const drift = await compareExports(ctx, { mode, registry: kind, files, findDrift });
  await database().transaction((db) => finishInside({ ...ctx, db }, job, { drift }));
  return "recorded";
}

async function runStep(run: JobRun<ImportPayload>): Promise<Outcome> {
  const { kind, step } = run.payload;
  if (kind !== "catalogue") {
    return step === "compare" ? compareFiles(run, kind) : importExports(run, kind);
  }
  if (step === "compare") throw new Error("a catalogue has no registry to compare with");
  return importCatalogue(run);
}

async function runFileImport(run: JobRun<ImportPayload>): Promise<Outcome> {
  const { ctx, job } = run;
  try {
    return await withDatabaseUse("long", () => runStep(run));
  } catch (error) {
    const result = resultOf(ctx, job, error);
    const needsFiles = result === "recorded" || result.state === "wait";
    if (!needsFiles) await dropJobFiles(ctx.db, [job.id]);
    return result;
  }
}

async function giveUpImport({ ctx, job }: JobRun<ImportPayload>): Promise<JobResult> {
  await dropJobFiles(ctx.db, [job.id]);
  const reason = `The server ended in the middle of it. ${remainsOf(job)}`;
  return { state: "failed", reason, report: problemReport(reason) };
}

async function checkBooks(ctx: Context): Promise<JobReport> {
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
