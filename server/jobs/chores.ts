// Recurring jobs for the whole installation.
import { z } from "zod";
import { type Context, modes } from "#core/context";
import { database } from "#core/db";
import { expiredKeysBefore } from "#core/idempotency-keys";
import { forgetWorkers } from "#core/workers";
import { issueMonth, listUnbilled, refreshTaxRates } from "#domain/billing";
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

const DAY_MS = 86_400_000;

/** Issues a month's invoices from one day after its end on, so that the operator can do it before. */
async function issueInvoices(ctx: Context): Promise<void> {
  const settled = { ...ctx, now: new Date(ctx.now.getTime() - DAY_MS) };
  for (const mode of modes) {
    await refreshTaxRates(ctx, { mode });
    const due = await listUnbilled(settled, { mode });
    for (const period of new Set(due.map((each) => each.period))) {
      const { issued, blocked } = await issueMonth(ctx, { mode, period, database: database() });
      for (const { accountId, number } of issued) {
        ctx.log.info({ event: "invoice.issued", accountId, number }, "issued an invoice");
      }
      for (const { accountId, reason } of blocked) {
        ctx.log.warn(
          { event: "invoice.blocked", accountId, period, reason },
          "could not issue an invoice",
        );
      }
    }
  }
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
  "issue-invoices": choreRunner(issueInvoices),
  "drop-workers": choreRunner(forgetWorkers),
};
