import type { ExpressionBuilder } from "kysely";
import type { AccountContext, Context } from "#core/context";
import { notFound } from "#core/errors";
import { lastingCursorOf } from "#core/lasting-cursor";
import { type Page, pageOf } from "#core/page";
import { runOnce } from "#core/query";
import type { Delivery, DeliveryAttempt, Event } from "#prisma";
import type { DeliveryState, EventState } from "./delivery-rules";
import { type ListEvents, subjectTypeOf } from "./schema";
import type { EventTables } from "./tables";

export interface EventItem extends Event {
  deliveries: Delivery[];
}

export interface EventDetail extends EventItem {
  /** Of all deliveries, in the order of their numbers. */
  attempts: DeliveryAttempt[];
}

/** Moves the next attempt of pending deliveries to the end of their lane's pause. */
export async function withPauses<One extends Delivery>(
  ctx: Context,
  deliveries: readonly One[],
): Promise<One[]> {
  const pending = deliveries.filter(({ state }) => state === "pending");
  const lanes = [...new Set(pending.map(({ lane }) => lane))];
  if (lanes.length === 0) return [...deliveries];
  const rows = await ctx.db.prisma.lanePause.findMany({ where: { lane: { in: lanes } } });
  const pauses = new Map(rows.map(({ lane, pausedUntil }) => [lane, pausedUntil]));
  return deliveries.map((delivery) => {
    const until = pauses.get(delivery.lane);
    const { nextAttemptAt } = delivery;
    const isLater = until && nextAttemptAt && until > nextAttemptAt;
    return isLater ? { ...delivery, nextAttemptAt: until } : delivery;
  });
}

async function withDeliveries(ctx: AccountContext, events: readonly Event[]): Promise<EventItem[]> {
  const deliveries = await ctx.db.prisma.delivery.findMany({
    where: { accountId: ctx.account.id, eventId: { in: events.map(({ id }) => id) } },
    orderBy: { receiver: "asc" },
  });
  const byEvent = Map.groupBy(await withPauses(ctx, deliveries), ({ eventId }) => eventId);
  return events.map((event) => ({ ...event, deliveries: byEvent.get(event.id) ?? [] }));
}

/** @throws not-found */
export async function getEvent(ctx: AccountContext, input: { id: string }): Promise<EventDetail> {
  const accountId = ctx.account.id;
  const where = { accountId_id: { accountId, id: input.id } };
  const event = await ctx.db.prisma.event.findUnique({ where });
  if (!event) throw notFound("event");
  const attempts = await ctx.db.prisma.deliveryAttempt.findMany({
    where: { accountId, eventId: event.id },
    orderBy: { attempt: "asc" },
  });
  const [item = { ...event, deliveries: [] }] = await withDeliveries(ctx, [event]);
  return { ...item, attempts };
}

type Events = ExpressionBuilder<EventTables & { e: EventTables["events"] }, "e">;

function hasDelivery(eb: Events, state: DeliveryState) {
  return eb.exists(
    eb
      .selectFrom("deliveries as d")
      .whereRef("d.accountId", "=", "e.accountId")
      .whereRef("d.eventId", "=", "e.id")
      .where("d.state", "=", state),
  );
}

/** The same as `eventStateOf`, in SQL. */
function inState(eb: Events, state: EventState) {
  const [has, not] = [(it: DeliveryState) => hasDelivery(eb, it), eb.not];
  if (state === "pending") return has("pending");
  if (state === "failed") return eb.and([has("failed"), not(has("pending"))]);
  const own = state === "delivered" ? has("delivered") : not(has("delivered"));
  return eb.and([own, not(has("pending")), not(has("failed"))]);
}

/**
 * A page of matching events, newest first. The cursor may be any event of the account.
 * @throws invalid naming a malformed cursor
 */
export async function listEvents(
  ctx: AccountContext,
  input: ListEvents & { id?: string | undefined },
): Promise<Page<EventItem>> {
  const accountId = ctx.account.id;
  const cursor = lastingCursorOf(input, "event", "an event");
  const { type, order_id: orderId, delivery_state: state } = input;
  const subjectType = input.subject_type ?? (type ? subjectTypeOf(type) : "order");
  const isForwards = cursor?.direction === "newer";
  // Planned for each set of values: rare ones use an index, frequent ones a scan in order.
  const rows = await runOnce<EventTables, Event>(ctx.db, (db) =>
    db
      .selectFrom("events as e")
      .selectAll("e")
      .where((eb) =>
        eb.and([
          eb("e.accountId", "=", accountId),
          ...(type ? [eb("e.type", "=", type)] : []),
          ...(subjectType === "all" ? [] : [eb("e.subjectType", "=", subjectType)]),
          ...(orderId ? [eb("e.subjectId", "=", orderId)] : []),
          ...(input.id ? [eb("e.id", "=", input.id)] : []),
          ...(state ? [inState(eb, state)] : []),
          ...(cursor ? [eb("e.id", isForwards ? ">" : "<", cursor.id)] : []),
        ]),
      )
      .orderBy("e.id", isForwards ? "asc" : "desc")
      .limit(input.limit + 1),
  );
  const page = pageOf(rows, input.limit, cursor);
  return { ...page, data: await withDeliveries(ctx, page.data) };
}

/** The latest attempt of each event, by event id. Events without attempts are left out. */
export async function listLastAttempts(
  ctx: AccountContext,
  input: { eventIds: readonly string[] },
): Promise<Map<string, DeliveryAttempt>> {
  const attempts = await ctx.db.prisma.deliveryAttempt.findMany({
    where: { accountId: ctx.account.id, eventId: { in: [...input.eventIds] } },
    orderBy: { attemptedAt: "asc" },
  });
  return new Map(attempts.map((attempt) => [attempt.eventId, attempt]));
}
