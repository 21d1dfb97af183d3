import type { Context } from "#core/context";
import { getKeyBacklog } from "#core/idempotency-keys";
import type { Backlog } from "#core/workers";
import { getExpiryBacklog, getPaymentBacklog } from "#domain/checkout";
import { getDeliveryBacklog } from "#domain/events";
import { getRequestBacklog } from "#domain/evidence";
import { getHoldBacklog } from "#domain/holds";
import { getMatchingBacklog } from "#domain/matching";
import { getJobBacklog, type JobKindName, jobKindNames } from "#domain/queue";

/** The worker's tasks, each of which has a queue. */
export const queueNames: readonly string[] = [
  "matching",
  "deliveries",
  "payments",
  "registries",
  ...jobKindNames,
];

/** Reads the backlog of tasks that are not jobs. */
const backlogs: Readonly<Record<string, (ctx: Context) => Promise<Backlog>>> = {
  matching: getMatchingBacklog,
  deliveries: getDeliveryBacklog,
  payments: getPaymentBacklog,
  registries: getRequestBacklog,
  "expire-sessions": getExpiryBacklog,
  "release-stock": getHoldBacklog,
  "drop-idempotency-keys": getKeyBacklog,
};

function isJobKind(task: string): task is JobKindName {
  return jobKindNames.some((kind) => kind === task);
}

/** One statement, whose cost is bounded however long the queue is. */
export function getBacklog(ctx: Context, task: string): Promise<Backlog> {
  const count = backlogs[task];
  if (count) return count(ctx);
  if (isJobKind(task)) return getJobBacklog(ctx, { kind: task });
  throw new Error(`no backlog reader for the task ${task}`);
}
