// Metrics that come from the database: the same from each process, so aggregate them with `max`.
import { setTimeout as sleep } from "node:timers/promises";
import { findLastBackup } from "#core/backups";
import { type Context, modes, newContext } from "#core/context";
import { gauge, refreshMetrics } from "#core/metrics";
import { listWorkers } from "#core/workers";
import { listUnsettledPayments } from "#domain/checkout";
import { getBacklog, queueNames } from "#domain/diagnostics";
import { listStock } from "#domain/inventory";

/** A reading of metrics waits this long for the database, and then returns the last values. */
const MAX_MS = 5000;
/** Sums all projects, which changes slowly. */
const STOCK_EVERY_MS = 300_000;
/** The projects that sell out first; others have no series. */
const PROJECTS = 20;

const up = gauge("carbon_till_database_up", {
  help: "1 if the last reading of the database succeeded",
});
const workers = gauge("carbon_till_workers", { help: "Workers that are alive" });
const queues = gauge("carbon_till_queue_items", {
  help: "Items of each queue by state; counting stops at 10,000",
  labels: ["queue", "state"],
});
const ages = gauge("carbon_till_queue_oldest_due_seconds", {
  help: "How long the oldest due item of the queue has been due",
  labels: ["queue"],
});
const payments = gauge("carbon_till_payments_unsettled", {
  help: "Payments that are not settled, by state; counting stops at 10,000",
  labels: ["mode", "provider", "state"],
});
const paymentAges = gauge("carbon_till_payments_unsettled_oldest_seconds", {
  help: "Age of the oldest payment that is not settled, by state",
  labels: ["mode", "provider", "state"],
});
const daysLeft = gauge("carbon_till_stock_days_left", {
  help: "Days that a project's stock lasts at the rate of 30 days, of the projects with the fewest",
  labels: ["mode", "project"],
});
const kgLeft = gauge("carbon_till_stock_left_kg", {
  help: "Unsold kg of all projects",
  labels: ["mode"],
});

const backupAge = gauge("carbon_till_backup_age_seconds", {
  help: "Age of what the last backup shows; missing if none was ever taken",
});
const backupBytes = gauge("carbon_till_backup_bytes", { help: "Size of the last backup" });

const secondsSince = (ctx: Context, at: Date | null) =>
  at === null ? 0 : Math.max(0, (ctx.now.getTime() - at.getTime()) / 1000);

async function readQueues(ctx: Context): Promise<void> {
  for (const queue of queueNames) {
    const backlog = await getBacklog(ctx, queue);
    const { due, held = 0, later, retrying, lost } = backlog;
    for (const [state, number] of Object.entries({ due, held, later, retrying, lost })) {
      queues.set({ queue, state }, number);
    }
    ages.set({ queue }, secondsSince(ctx, backlog.oldestDueAt));
  }
}

async function readPayments(ctx: Context): Promise<void> {
  const rows = await listUnsettledPayments(ctx);
  payments.clear();
  paymentAges.clear();
  for (const { payments: number, oldestAt, ...labels } of rows) {
    payments.set(labels, number);
    paymentAges.set(labels, secondsSince(ctx, oldestAt));
  }
}

async function readStock(ctx: Context): Promise<void> {
  const sort = { by: "days", isDown: false } as const;
  const page = { limit: PROJECTS, categoryId: null, withinDays: null, sort };
  const stocks = [];
  for (const mode of modes) stocks.push({ mode, ...(await listStock(ctx, { mode, ...page })) });
  daysLeft.clear();
  for (const { mode, data, total } of stocks) {
    kgLeft.set({ mode }, total.leftKg);
    for (const { projectId: project, daysLeft: days } of data) {
      if (days !== null) daysLeft.set({ mode, project }, days);
    }
  }
}

async function readBackups(ctx: Context): Promise<void> {
  const backup = await findLastBackup(ctx);
  backupAge.clear();
  backupBytes.clear();
  if (backup === null) return;
  backupAge.set({}, secondsSince(ctx, backup.takenAt));
  if (backup.bytes !== null) backupBytes.set({}, backup.bytes);
}

/** Each statement in turn, so that a reading takes one connection at most. */
async function readAll(ctx: Context, hasStock: boolean): Promise<void> {
  await readQueues(ctx);
  await readPayments(ctx);
  await readBackups(ctx);
  if (hasStock) await readStock(ctx);
  const alive = (await listWorkers(ctx)).filter(({ isAlive }) => isAlive);
  workers.set({}, alive.length);
}

/** Without a database, there are no values rather than old ones. */
function forget(): void {
  const ofWork = [workers, queues, ages, payments, paymentAges];
  for (const metric of [...ofWork, daysLeft, kgLeft, backupAge, backupBytes]) metric.clear();
}

/**
 * Returns what reads the metrics, at most once in `everyMs`, and at once if the last reading is
 * older than that.
 */
export function installationReader(everyMs: number): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  let stockAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const read = async () => {
    const startedAt = performance.now();
    const hasStock = startedAt - stockAt >= STOCK_EVERY_MS;
    try {
      await readAll(newContext({ type: "system", name: "metrics" }), hasStock);
      up.set({}, 1);
      if (hasStock) stockAt = startedAt;
    } catch {
      forget();
      stockAt = Number.NEGATIVE_INFINITY;
      up.set({}, 0);
    }
    readAt = startedAt;
    reading = null;
  };
  return async () => {
    if (reading === null && performance.now() - readAt < everyMs) return;
    reading ??= read();
    await Promise.race([reading, sleep(MAX_MS, undefined, { ref: false })]);
  };
}

export function startInstallationMetrics(everySeconds: number): void {
  refreshMetrics(installationReader(everySeconds * 1000));
}
