// Deletes data after its retention period, in small transactions. The next run completes an
// interrupted one. Nothing is deleted that books, certificates and documents need.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { env } from "#core/env";
import { deleteOldAudits } from "#core/record-audit";
import { deleteOldPaymentNotices, forgetUnpaidCustomers } from "#domain/checkout";
import { deleteOldDeliveries, deleteOldEvents, removeOldResponses } from "#domain/events";
import { deleteOldSessions } from "#domain/people";
import { removeOldMailContent } from "#domain/queue";

const BATCH = 500;
const DAY_MS = 86_400_000;

/**
 * Runs batches until one deletes nothing. Returns how many all deleted.
 * @throws if the job must stop; the batches so far stay
 */
export async function untilNone(
  { progress }: Pick<Context, "progress">,
  batch: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    await progress?.({ phase: "Deleting old data", done: total, total });
    const count = await batch();
    total += count;
    if (count === 0) return total;
  }
}

async function deleteOfAccount(ctx: Context, accountId: string) {
  const daysAgo = (count: number) => new Date(ctx.now.getTime() - count * DAY_MS);
  const old = { accountId, before: daysAgo(env.CT_RETAIN_EVENTS), limit: BATCH };
  const inTransaction = (work: typeof deleteOldEvents) => () =>
    database().sqlTransaction((db) => work({ ...ctx, db }, old));
  return {
    deliveries: await untilNone(ctx, inTransaction(deleteOldDeliveries)),
    events: await untilNone(ctx, inTransaction(deleteOldEvents)),
    responses: await removeOldResponses(ctx, {
      ...old,
      before: daysAgo(env.CT_RETAIN_RESPONSES),
    }),
  };
}

/** Returns false if there was nothing to delete. */
export async function deleteOldData(ctx: Context): Promise<boolean> {
  const before = (count: number) => ({
    before: new Date(ctx.now.getTime() - count * DAY_MS),
    limit: BATCH,
  });
  const counts: Record<string, number> = {
    logins: await untilNone(ctx, () => deleteOldSessions(ctx, before(env.CT_RETAIN_LOGINS))),
    mails: await removeOldMailContent(ctx, before(env.CT_RETAIN_MAILS)),
    unpaid: await forgetUnpaidCustomers(ctx, before(env.CT_RETAIN_UNPAID)),
    notices: await untilNone(ctx, () =>
      deleteOldPaymentNotices(ctx, before(env.CT_RETAIN_NOTICES)),
    ),
    audits: await untilNone(ctx, () => deleteOldAudits(ctx, before(env.CT_RETAIN_AUDIT))),
  };
  const accounts = await ctx.db.prisma.account.findMany({ select: { id: true } });
  for (const { id } of accounts) {
    for (const [name, count] of Object.entries(await deleteOfAccount(ctx, id))) {
      counts[name] = (counts[name] ?? 0) + count;
    }
  }
  if (Object.values(counts).every((count) => count === 0)) return false;
  ctx.log.info({ event: "retention.deleted", ...counts }, "deleted old data");
  return true;
}
