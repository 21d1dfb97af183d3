// Reads one event with the attempts to deliver it.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import type { Event, EventDelivery } from "#prisma";
import { findNextAttempts } from "./find-next-attempts";

export interface EventDetail extends Event {
  /** In the order of their numbers. */
  deliveries: EventDelivery[];
}

/** The account's event with this id. @throws not-found */
export async function getEvent(ctx: AccountContext, input: { id: string }): Promise<EventDetail> {
  const accountId = ctx.account.id;
  const where = { accountId_id: { accountId, id: input.id } };
  const event = await ctx.db.prisma.event.findUnique({ where });
  if (!event) throw notFound("event");
  const deliveries = await ctx.db.prisma.eventDelivery.findMany({
    where: { accountId, eventId: event.id },
    orderBy: { attempt: "asc" },
  });
  const [next = event] = await findNextAttempts(ctx, [event]);
  return { ...next, deliveries };
}
