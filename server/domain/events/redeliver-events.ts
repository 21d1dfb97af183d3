// Makes the events of a stretch of time due again.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { firstIdAt } from "#core/id";
import { recordAudit } from "#core/record-audit";
import { type Redelivered, redeliverRange } from "./redelivery-store";
import type { RedeliverEvents } from "./schema";

const HOUR_MS = 3_600_000;
const LONGEST_DAYS = 31;
const AT_ONCE = 10_000;

/**
 * Sets matching events that have a callback URL due at once, at most 10,000 of them.
 * @throws invalid naming `from`, `to` or `order_id`
 */
export async function redeliverEvents(
  ctx: AccountContext,
  input: RedeliverEvents,
): Promise<Redelivered> {
  const { db, account, now } = ctx;
  const { from, to = null, type = null, order_id: orderId = null } = input;
  const end = to ?? now;
  if (from >= end) throw invalid("from", to ? "must be before to" : "must be in the past");
  if (end.getTime() - from.getTime() > LONGEST_DAYS * 24 * HOUR_MS) {
    throw invalid("to", `must be at most ${LONGEST_DAYS} days after from`);
  }
  if (orderId !== null) {
    const where = { accountId: account.id, id: orderId };
    const order = await db.prisma.order.findFirst({ where, select: { id: true } });
    if (!order) throw invalid("order_id", "is not the id of an order", "unknown-id");
  }
  const about = (at: Date, hours: number) =>
    firstIdAt("event", new Date(at.getTime() + hours * HOUR_MS));
  const done = await redeliverRange(db, {
    accountId: account.id,
    from,
    to: end,
    firstId: about(from, -1),
    beyondId: about(end, 1),
    state: input.delivery_state,
    type,
    orderId,
    now,
    limit: AT_ONCE,
  });
  const data = {
    from: from.toISOString(),
    to: end.toISOString(),
    delivery_state: input.delivery_state,
    redelivered: done.redelivered,
  };
  await recordAudit(ctx, { action: "events.redelivered", data });
  return done;
}
