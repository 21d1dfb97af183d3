// Recurring jobs for the whole installation.
import { z } from "zod";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { expiredKeysBefore } from "#core/idempotency-keys";
import { forgetWorkers } from "#core/workers";
import { expireDueSessions } from "#domain/checkout";
import { sweepHolds } from "#domain/holds";
import { endCoolingOff } from "#domain/orders";
import { deleteOldSignInData } from "#domain/people";
import type { JobRunner } from "./job-runner";

// Keeps transactions short, so that others wait only briefly for the rows.
const EXPIRY_BATCH = 1000;

export async function expireSessions(ctx: Context): Promise<void> {
  let expired: number;
  do {
    expired = await database().sqlTransaction((db) =>
      expireDueSessions({ ...ctx, db }, { limit: EXPIRY_BATCH }),
    );
  } while (expired === EXPIRY_BATCH);
}

/** Ends cooling-off periods, and holds whose time is over or whose stock is gone. */
async function releaseStock(ctx: Context): Promise<void> {
  let released: number;
  do {
    released = await database().sqlTransaction((db) =>
      endCoolingOff({ ...ctx, db }, { limit: EXPIRY_BATCH }),
    );
  } while (released === EXPIRY_BATCH);
  await sweepHolds(ctx, { database: database() });
}

async function dropIdempotencyKeys(ctx: Context): Promise<void> {
  const createdAt = { lt: expiredKeysBefore(ctx.now) };
  await ctx.db.prisma.idempotencyKey.deleteMany({ where: { createdAt } });
}

function choreRunner(work: (ctx: Context) => Promise<void>): JobRunner<object> {
  return {
    payload: z.object({}),
    async run({ ctx }) {
      await work(ctx);
      return { state: "done" };
    },
  };
}

export const choreRunners = {
  "expire-sessions": choreRunner(expireSessions),
  "release-stock": choreRunner(releaseStock),
  "drop-idempotency-keys": choreRunner(dropIdempotencyKeys),
  "drop-login-attempts": choreRunner((ctx) => deleteOldSignInData(ctx)),
  "drop-workers": choreRunner(forgetWorkers),
};
