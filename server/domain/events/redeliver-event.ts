// Makes an event due again, whatever came of it before.
import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { recordAudit } from "#core/record-audit";
import { type EventDetail, getEvent } from "./get-event";

/**
 * Sets the event due at once, with its whole schedule of retries before it. An attempt in hand
 * does not count for it. @throws not-found; conflict where nobody asked to be called
 */
export async function redeliverEvent(
  ctx: AccountContext,
  input: { id: string },
): Promise<EventDetail> {
  const event = await getEvent(ctx, input);
  if (event.callbackUrl === null) {
    throw conflict("Cannot redeliver an event of an order without a callback URL");
  }
  const { accountId, id } = event;
  const due = { deliveryState: "pending", nextAttemptAt: ctx.now, failedAttempts: 0 };
  await ctx.db.prisma.event.update({ where: { accountId_id: { accountId, id } }, data: due });
  const data = { order: event.orderId };
  await recordAudit(ctx, { action: "event.redelivered", subjectId: id, data });
  return { ...event, ...due };
}
