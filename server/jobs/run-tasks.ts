// Does the long work that operators ask for, one piece after the other. Any number of workers may.
import type { Context, Progress } from "#core/context";
import { database } from "#core/db";
import { isLockTimeout, isUniqueViolation } from "#core/db-errors";
import { withDatabaseUse } from "#core/db-use";
import { Problem } from "#core/errors";
import { newContext } from "#core/new-context";
import { checkPayments, paymentInvariants } from "#domain/checkout";
import { checkLedger, ledgerInvariants } from "#domain/diagnostics";
import {
  type ClaimedTask,
  claimTask,
  endTask,
  listTaskFiles,
  MAX_TOLD,
  noteTaskProgress,
  problemReport,
  runImport,
} from "#domain/inventory";

const BEAT_MS = 5000;
const MAX_ROW_LENGTH = 1000;

/** Why work ends before its end: asked to, or another's by now, or the worker itself is ending. */
class Cut extends Error {
  readonly how: "stopped" | "lost" | "queued";

  constructor(how: Cut["how"]) {
    super(`the task is ${how}`);
    this.how = how;
  }
}

/** Carries what a preview found out of the transaction that it rolls back. */
class Previewed extends Error {
  readonly report: Awaited<ReturnType<typeof runImport>>;

  constructor(report: Previewed["report"]) {
    super("a preview changes nothing");
    this.report = report;
  }
}

function contextOf(task: ClaimedTask): Context {
  const { askedBy } = task;
  // What it does is in the audit log as the deed of whoever asked for it.
  return newContext(askedBy ? { type: "person", id: askedBy } : { type: "system", name: "worker" });
}

/** On a connection of its own: seen by others while the work's own transaction goes on. */
async function tell(task: ClaimedTask, progress: Progress | null): Promise<void> {
  const word = await noteTaskProgress(contextOf(task), { task, progress });
  if (word !== "on") throw new Cut(word === "stop" ? "stopped" : "lost");
}

async function end(
  task: ClaimedTask,
  ended: Omit<Parameters<typeof endTask>[1], "task">,
): Promise<void> {
  const ctx = contextOf(task);
  await database().sqlTransaction((db) => endTask({ ...ctx, db }, { task, ...ended }));
}

async function importFiles(ctx: Context, task: ClaimedTask): Promise<void> {
  const { id, mode, kind, step } = task;
  if (kind === "ledger") throw new Error("a check imports nothing");
  const carryOut = async (inside: Context) => {
    const files = await listTaskFiles(inside, { id });
    const report = await runImport(inside, { mode, kind, files });
    if (step === "preview") throw new Previewed(report);
    const done = { task, state: "done", report: { import: report } } as const;
    if (!(await endTask({ ...inside, now: new Date() }, done))) throw new Cut("stopped");
  };
  await database().transaction((db) => carryOut({ ...ctx, db }));
}

async function check(ctx: Context, task: ClaimedTask): Promise<void> {
  const ledger = await checkLedger(ctx);
  const { faults, books } = await checkPayments(ctx);
  const all = [...ledger, ...faults];
  const compared = books.map(
    ({ label, charges }) => `${charges.toLocaleString("en-US")} charges at ${label} compared.`,
  );
  await end(task, {
    state: "done",
    report: {
      check: {
        invariants: ledgerInvariants.length + paymentInvariants.length,
        findings: all.slice(0, MAX_TOLD).map((fault) => ({
          check: fault.check,
          row: JSON.stringify(fault.row).slice(0, MAX_ROW_LENGTH),
        })),
        findingCount: all.length,
        notes: compared,
      },
    },
  });
}

/** Ends the task as what came of it says; what it had written is rolled back by now. */
async function endAfter(ctx: Context, task: ClaimedTask, error: unknown): Promise<void> {
  if (error instanceof Previewed) {
    return end(task, { state: "checked", report: { import: error.report } });
  }
  if (error instanceof Cut) {
    if (error.how !== "lost") await end(task, { state: error.how });
    return;
  }
  if (error instanceof Problem) {
    const title = error.detail ?? error.title;
    return end(task, { state: "refused", report: problemReport(title, error.errors) });
  }
  // Something else holds the catalogue: a command, or another's work.
  if (isLockTimeout(error)) return end(task, { state: "queued" });
  ctx.log.error({ err: error, task: task.id }, "a task failed");
  const title = "Something went wrong on our side. Nothing of it was kept.";
  return end(task, { state: "failed", report: problemReport(title) });
}

async function perform(task: ClaimedTask, stopped: () => boolean): Promise<void> {
  const progress = async (told: Progress) => {
    if (stopped()) throw new Cut("queued");
    await tell(task, told);
  };
  const ctx = { ...contextOf(task), progress };
  // A beat that fails is made up for by the next one; what it would have heard, the progress hears.
  const beats = setInterval(() => void tell(task, null).catch(() => undefined), BEAT_MS);
  try {
    await (task.kind === "ledger" ? check : importFiles)(ctx, task);
  } catch (error) {
    await endAfter(ctx, task, error);
  } finally {
    clearInterval(beats);
  }
  ctx.log.info({ task: task.id, kind: task.kind, step: task.step }, "task ended");
}

async function claim(ctx: Context): Promise<ClaimedTask | null> {
  try {
    return await database().sqlTransaction((db) => claimTask({ ...ctx, db }));
  } catch (error) {
    // Another worker was first in this lane.
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Does what waits, until nothing does or `stopped` says so. Returns how many it had in hand. */
export async function runTasks(stopped = () => false): Promise<number> {
  let count = 0;
  while (!stopped()) {
    const task = await claim(newContext({ type: "system", name: "worker" }));
    if (!task) break;
    count += 1;
    await withDatabaseUse("long", () => perform(task, stopped));
  }
  return count;
}
