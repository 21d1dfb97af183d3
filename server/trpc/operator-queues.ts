// The worker's work, live and test: what waits, what fails, and whether anybody does it.
import type { Context } from "#core/context";
import { getKeyBacklog } from "#core/idempotency-keys";
import { type Backlog, listWorkers } from "#core/workers";
import { listNamedAccounts } from "#domain/accounts";
import { getExpiryBacklog, getPaymentBacklog } from "#domain/checkout";
import { getDeliveryBacklog, listFailingAccounts } from "#domain/events";
import { getMatchingBacklog } from "#domain/matching";
import {
  getJobBacklog,
  type JobKindName,
  jobKindNames,
  jobKinds,
  listFailedJobs,
} from "#domain/queue";
import { forOperator, router } from "./procedures";
import { judge, kinds, markOf, START_A_WORKER, worstOf } from "./queue-health";

/** What waits, by the task's name. A kind of work without one cannot be listed. */
const backlogs: Readonly<Record<string, (ctx: Context) => Promise<Backlog>>> = {
  matching: getMatchingBacklog,
  deliveries: getDeliveryBacklog,
  payments: getPaymentBacklog,
  "expire-sessions": getExpiryBacklog,
  "drop-idempotency-keys": getKeyBacklog,
};

function isJobKind(task: string): task is JobKindName {
  return jobKindNames.some((kind) => kind === task);
}

function getBacklog(ctx: Context, task: string): Promise<Backlog> {
  const count = backlogs[task];
  if (count) return count(ctx);
  if (isJobKind(task)) return getJobBacklog(ctx, { kind: task });
  throw new Error(`nobody counts what waits for ${task}`);
}

const FAILED_LISTED = 50;

/** Jobs that failed for good, for the operator to look into. */
async function listFailures(ctx: Context) {
  const jobs = await listFailedJobs(ctx, { limit: FAILED_LISTED });
  return jobs.map(({ id, kind, subjectId, attempts, lastError, endedAt }) => ({
    id,
    name: jobKinds[kind].label,
    subjectId,
    attempts,
    lastError,
    failedOn: endedAt?.toISOString() ?? null,
  }));
}

/** How all queues stand, each with its light. */
export async function lookAtQueues(ctx: Context) {
  const workers = await listWorkers(ctx);
  const alive = workers.filter(({ isAlive }) => isAlive);
  const queues = await Promise.all(
    kinds.map(async (kind) => {
      const backlog = await getBacklog(ctx, kind.task);
      const mark = markOf(workers, kind.task);
      const health = judge({ kind, backlog, mark, hasWorker: alive.length > 0, now: ctx.now });
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
    act: alive.length === 0 ? START_A_WORKER : null,
    workers: alive.map(({ id, startedAt, seenAt }) => ({
      id,
      startedOn: startedAt.toISOString(),
      seenOn: seenAt.toISOString(),
    })),
    lastSeenOn: workers[0]?.seenAt.toISOString() ?? null,
    queues,
  };
}

/** The accounts with the most deliveries that fail, and where they were to go. */
async function listFailing(ctx: Context) {
  const failing = await listFailingAccounts(ctx);
  const accounts = await listNamedAccounts(ctx, { ids: failing.map((it) => it.accountId) });
  return failing.flatMap((it) => {
    const account = accounts.get(it.accountId);
    return account ? [{ ...it, ...account }] : [];
  });
}

export const operatorQueuesRouter = router({
  get: forOperator.query(async ({ ctx }) => ({
    ...(await lookAtQueues(ctx)),
    failing: await listFailing(ctx),
    failedJobs: await listFailures(ctx),
  })),
});
