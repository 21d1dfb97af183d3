// Recurring jobs for the whole installation.
import { z } from "zod";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { expiredKeysBefore } from "#core/idempotency-keys";
import { forgetWorkers } from "#core/workers";
import { expireDueSessions } from "#domain/checkout";
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
  "drop-idempotency-keys": choreRunner(dropIdempotencyKeys),
  "drop-login-attempts": choreRunner((ctx) => deleteOldSignInData(ctx)),
  "drop-workers": choreRunner(forgetWorkers),
};
