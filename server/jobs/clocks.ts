// Work that time brings to test accounts whose clock is ahead.
import { z } from "zod";
import { type Context, inAccountTime, type SqlContext } from "#core/context";
import { database } from "#core/db";
import { signalWork } from "#core/workers";
import { listClocks } from "#domain/accounts";
import { issueMonth, listUnbilled } from "#domain/billing";
import { expireDueSessions, moveHeldStock } from "#domain/checkout";
import { expireHoldsOf, sweepHolds } from "#domain/holds";
import { endCoolingOff } from "#domain/orders";
import type { JobRunner } from "./job-runner";

// Keeps transactions short, so that others wait only briefly for the rows.
export const BATCH = 1000;

type Batch = (ctx: SqlContext, input: { limit: number }) => Promise<number>;

/** Runs batches in transactions of their own until one is not full. Returns the sum of their sizes. */
export async function runBatches(ctx: Context, batch: Batch): Promise<number> {
  let total = 0;
  let size: number;
  do {
    size = await database().sqlTransaction((db) => batch({ ...ctx, db }, { limit: BATCH }));
    total += size;
  } while (size === BATCH);
  return total;
}

interface Clock {
  id: string;
  clockOffsetS: number;
}

/** Does work for each account whose clock is ahead, at its time. */
export async function atEachClock(
  ctx: Context,
  work: (ctx: Context, clock: Clock) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (const clock of await listClocks(ctx.db))
    total += await work(inAccountTime(ctx, clock), clock);
  return total;
}

export const expireSessionsOf = (ctx: Context, { id: accountId }: Clock) =>
  runBatches(ctx, (own, batch) => expireDueSessions(own, { ...batch, accountId }));

/** Ends cooling-off periods and holds of the account. */
export async function releaseStockOf(ctx: Context, { id: accountId }: Clock): Promise<number> {
  const released = await runBatches(ctx, (own, batch) =>
    endCoolingOff(own, { ...batch, accountId }),
  );
  return (
    released + (await runBatches(ctx, (own, batch) => expireHoldsOf(own, { ...batch, accountId })))
  );
}

const DAY_MS = 86_400_000;

/** Issues the account's invoices of ended months, from one day after their end on. */
export async function issueInvoicesOf(ctx: Context, { id: accountId }: Clock): Promise<number> {
  const settled = { ...ctx, now: new Date(ctx.now.getTime() - DAY_MS) };
  const due = await listUnbilled(settled, { mode: "test", accountId });
  for (const { period } of due) {
    const only = { mode: "test", period, accountId, database: database() } as const;
    const { blocked } = await issueMonth(ctx, only);
    for (const { reason } of blocked) {
      ctx.log.warn(
        { event: "invoice.blocked", accountId, period, reason },
        "could not issue an invoice",
      );
    }
  }
  return due.length;
}

/** Does what an advance of the clock has made due. May run again. */
export const clockRunner: JobRunner<{ accountId: string }> = {
  payload: z.object({ accountId: z.string() }),
  async run({ ctx, payload: { accountId } }) {
    const clock = (await listClocks(ctx.db)).find(({ id }) => id === accountId);
    if (!clock) return { state: "done" };
    const own = inAccountTime(ctx, clock);
    await expireSessionsOf(own, clock);
    if ((await releaseStockOf(own, clock)) > 0) {
      await sweepHolds(ctx, { database: database(), move: moveHeldStock });
    }
    await issueInvoicesOf(own, clock);
    signalWork();
    return { state: "done" };
  },
};
