// Recurring jobs for the whole installation.
import { z } from "zod";
import type { Context, SqlContext } from "#core/context";
import { database } from "#core/db";
import { deleteExpiredKeys } from "#core/idempotency-keys";
import { forgetWorkers } from "#core/workers";
import { expireDueSessions, issueWaitingDocuments, moveHeldStock } from "#domain/checkout";
import { startDueDisputes } from "#domain/evidence";
import { sweepHolds } from "#domain/holds";
import { endCoolingOff } from "#domain/orders";
import { deleteOldSignInData } from "#domain/people";
import { fetchDuePictures } from "#domain/pictures";
import { modules } from "#modules";
import type { Chores } from "#modules/module";
import type { JobRunner } from "./job-runner";
import { deleteOldData, untilNone } from "./retention";

// Keeps transactions short, so that others wait only briefly for the rows.
const BATCH = 1000;

type Batch = (ctx: SqlContext, input: { limit: number }) => Promise<number>;

/** Runs batches in transactions of their own until one is not full. Returns the sum of their sizes. */
async function runBatches(ctx: Context, batch: Batch): Promise<number> {
  let total = 0;
  let size: number;
  do {
    size = await database().sqlTransaction((db) => batch({ ...ctx, db }, { limit: BATCH }));
    total += size;
  } while (size === BATCH);
  return total;
}

/** Returns false if there was nothing to do, as each chore. */
export async function expireSessions(ctx: Context): Promise<boolean> {
  return (await runBatches(ctx, expireDueSessions)) > 0;
}

/** Ends cooling-off periods, and holds whose time is over or whose stock is gone. */
export async function releaseStock(ctx: Context): Promise<boolean> {
  const released = await runBatches(ctx, endCoolingOff);
  const isChanged = await sweepHolds(ctx, { database: database(), move: moveHeldStock });
  return isChanged || released > 0;
}

async function dropIdempotencyKeys(ctx: Context): Promise<boolean> {
  return (await untilNone(ctx, () => deleteExpiredKeys(ctx, { limit: BATCH }))) > 0;
}

async function startDisputes(ctx: Context): Promise<boolean> {
  const start = () => database().transaction((db) => startDueDisputes({ ...ctx, db }));
  return (await untilNone(ctx, start)) > 0;
}

/** And what modules clean up every hour. */
async function dropWorkers(ctx: Context): Promise<boolean> {
  let deleted = await forgetWorkers(ctx);
  for (const { cleanUp } of modules) deleted += (await cleanUp?.(ctx)) ?? 0;
  return deleted > 0;
}

/** The work of the module that has this chore, if there is one. */
const ofModule = (name: keyof Chores) => async (ctx: Context) => {
  const work = modules.find(({ chores }) => chores?.[name])?.chores?.[name];
  return (await work?.(ctx)) ?? false;
};

/** Documents of sales that can be issued by now, and what a module bills. */
async function issueInvoices(ctx: Context): Promise<boolean> {
  const { issued, waiting } = await issueWaitingDocuments(ctx, { database: database() });
  for (const [reason, documents] of waiting) {
    ctx.log.warn(
      { event: "sale_documents.waiting", documents, reason },
      "documents of sales are waiting",
    );
  }
  return (await ofModule("issue-invoices")(ctx)) || issued > 0;
}

/** A chore that had nothing to do returns false. */
function choreRunner(work: (ctx: Context) => Promise<unknown>): JobRunner<object> {
  return {
    payload: z.object({}),
    async run({ ctx }) {
      return { state: "done", wasIdle: (await work(ctx)) === false };
    },
  };
}

export const choreRunners = {
  "expire-sessions": choreRunner(expireSessions),
  "release-stock": choreRunner(releaseStock),
  "drop-idempotency-keys": choreRunner(dropIdempotencyKeys),
  "delete-old-data": choreRunner(deleteOldData),
  "drop-login-attempts": choreRunner((ctx) => deleteOldSignInData(ctx)),
  "issue-invoices": choreRunner(issueInvoices),
  "check-notices": choreRunner(ofModule("check-notices")),
  "fetch-pictures": choreRunner((ctx) => fetchDuePictures(ctx, { database: database() })),
  "start-disputes": choreRunner(startDisputes),
  "drop-workers": choreRunner(dropWorkers),
};
