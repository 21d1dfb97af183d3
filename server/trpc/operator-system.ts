import { dismissRestore, findLastBackup, findUnreadRestore } from "#core/backups";
import type { Context } from "#core/context";
import { type Columns, fields } from "#core/csv";
import { getInstallation } from "#core/installation";
import { listWorkers } from "#core/workers";
import { listNamedAccounts } from "#domain/accounts";
import { getBacklog } from "#domain/diagnostics";
import { listFailingAccounts } from "#domain/events";
import { listMonthFigures, monthOf, sumFigures } from "#domain/figures";
import { getWaitingTotals } from "#domain/orders";
import { ListSecurityEvents, listSecurityEvents } from "#domain/people";
import { jobKind, jobKinds, listFailedJobs, retryJob } from "#domain/queue";
import { calls, presentsCsv, presentsPage } from "./calls";
import { ExportInput } from "./csv";
import { forOperator, IdInput, router } from "./procedures";
import { assess, kinds, markOf, START_A_WORKER, worstOf } from "./queue-health";

const MAX_FAILED_JOBS = 50;

async function listFailures(ctx: Context) {
  const jobs = await listFailedJobs(ctx, { limit: MAX_FAILED_JOBS });
  return jobs.map(({ id, kind, subjectId, attempts, lastError, endedAt }) => ({
    id,
    name: jobKinds[kind].label,
    isRetryable: jobKind(kind).isRetryable ?? false,
    subjectId,
    attempts,
    lastError,
    failedOn: endedAt?.toISOString() ?? null,
  }));
}

export async function getQueueStatus(ctx: Context) {
  const workers = await listWorkers(ctx);
  const alive = workers.filter(({ isAlive }) => isAlive);
  const queues = await Promise.all(
    kinds.map(async (kind) => {
      const backlog = await getBacklog(ctx, kind.task);
      const mark = markOf(workers, kind.task);
      const health = assess({ kind, backlog, mark, hasWorker: alive.length > 0, now: ctx.now });
      return {
        task: kind.task,
        name: kind.name,
        ...backlog,
        oldestDueAt: backlog.oldestDueAt?.toISOString() ?? null,
        doneOn: mark.doneOn,
        workedOn: mark.workedOn,
        failedOn: mark.failedOn,
        ...health,
      };
    }),
  );
  return {
    now: ctx.now.toISOString(),
    light: worstOf(queues.map(({ light }) => light)),
    action: alive.length === 0 ? START_A_WORKER : null,
    workers: alive.map(({ id, startedAt, seenAt }) => ({
      id,
      startedOn: startedAt.toISOString(),
      lastSeenOn: seenAt.toISOString(),
    })),
    lastSeenOn: workers[0]?.seenAt.toISOString() ?? null,
    queues,
  };
}

/** Accounts with the most failing deliveries, and their receivers. */
async function listFailing(ctx: Context) {
  const failing = await listFailingAccounts(ctx);
  const accounts = await listNamedAccounts(ctx, { ids: failing.map(({ accountId }) => accountId) });
  return failing.flatMap((receivers) => {
    const account = accounts.get(receivers.accountId);
    return account ? [{ ...receivers, ...account }] : [];
  });
}

export const operatorQueuesRouter = router({
  get: forOperator.query(async ({ ctx }) => ({
    ...(await getQueueStatus(ctx)),
    failing: await listFailing(ctx),
    failedJobs: await listFailures(ctx),
  })),

  retryJob: forOperator.input(IdInput).mutation(calls(retryJob)),
});

export const operatorOverviewRouter = router({
  get: forOperator.query(async ({ ctx }) => ({
    waiting: await getWaitingTotals(ctx, { mode: ctx.mode }),
  })),

  /** Figures of all accounts of the mode, this month (UTC), by currency. */
  month: forOperator.query(async ({ ctx }) => {
    const month = monthOf(ctx.now);
    const figures = await listMonthFigures(ctx, { mode: ctx.mode, month });
    const selling = figures.filter(({ sold }) => sold.api.orders + sold.checkout.orders > 0);
    const accounts = new Set(selling.map(({ accountId }) => accountId)).size;
    return { month: month.key, accounts, sums: sumFigures(figures) };
  }),

  system: forOperator.query(async ({ ctx }) => {
    const { light, queues, workers } = await getQueueStatus(ctx);
    const troubled = queues.filter((queue) => queue.light !== "good").map(({ name }) => name);
    const backup = await findLastBackup(ctx);
    return {
      light,
      troubled,
      workers: workers.length,
      ...(await getInstallation(ctx)),
      backup: backup && { ...backup, takenAt: backup.takenAt.toISOString() },
    };
  }),

  /** The last restore, until an operator dismisses it. */
  restore: forOperator.query(async ({ ctx }) => {
    const restore = await findUnreadRestore(ctx);
    return (
      restore && {
        restoredOn: restore.recordedAt.toISOString(),
        takenOn: restore.takenAt.toISOString(),
      }
    );
  }),

  dismissRestore: forOperator.mutation(({ ctx }) => dismissRestore(ctx)),
});

type SecurityEvent = Awaited<ReturnType<typeof listSecurityEvents>>["data"][number];

const toSecurityEvent = (event: SecurityEvent) => ({
  id: event.id,
  kind: event.kind,
  person: event.person,
  // Shows which rows are of the same unknown address.
  emailHash: event.emailHash && Buffer.from(event.emailHash).toString("hex").slice(0, 8),
  network: event.network,
  userAgent: event.userAgent,
  data: event.data as Record<string, string>,
  count: event.count,
  requestId: event.requestId,
  createdOn: event.createdAt.toISOString(),
  lastOn: event.lastAt.toISOString(),
});

export const operatorSecurityRouter = router({
  list: forOperator
    .input(ListSecurityEvents)
    .query(presentsPage(listSecurityEvents, toSecurityEvent)),
});

const securityColumns: Columns<ReturnType<typeof toSecurityEvent>> = {
  ...fields("id", "kind"),
  person_name: (event) => event.person?.name ?? null,
  person_email: (event) => event.person?.email ?? null,
  ...fields("emailHash", "network", "userAgent"),
  details: (event) => JSON.stringify(event.data),
  ...fields("count", "requestId", "createdOn", "lastOn"),
};

const { kind, search } = ListSecurityEvents.shape;

export const exportSecurityEvents = forOperator
  .input(ExportInput.extend({ kind, search }))
  .query(presentsCsv(listSecurityEvents, toSecurityEvent, securityColumns));
