// How the latest attempt to deliver each of some events went.
import type { AccountContext } from "#core/context";
import type { EventDelivery } from "#prisma";

/** By the event's id; nothing of events whose first attempt has not ended. */
export async function listLastAttempts(
  ctx: AccountContext,
  input: { eventIds: readonly string[] },
): Promise<Map<string, EventDelivery>> {
  const attempts = await ctx.db.prisma.eventDelivery.findMany({
    where: { accountId: ctx.account.id, eventId: { in: [...input.eventIds] } },
    orderBy: { attempt: "asc" },
  });
  // The last one said of an event stays.
  return new Map(attempts.map((attempt) => [attempt.eventId, attempt]));
}
