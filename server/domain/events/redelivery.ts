import { type QueryCreator, sql } from "kysely";
import type { AccountContext } from "#core/context";
import { conflict, invalid } from "#core/errors";
import { idAfter, idBefore } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#core/record-audit";
import { CALLBACK, type DeliveryState } from "./delivery-rules";
import { type EventDetail, getEvent } from "./event-queries";
import type { RedeliverEvents } from "./schema";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

/**
 * Makes the event's deliveries due now, with all their retries. An attempt in progress does not
 * count.
 * @throws not-found; conflict if the event has no receiver
 */
export async function redeliverEvent(
  ctx: AccountContext,
  input: { id: string },
): Promise<EventDetail> {
  const event = await getEvent(ctx, input);
  const { accountId, id, subjectType, subjectId } = event;
  const { prisma } = ctx.db;
  const enabled = await prisma.webhookEndpoint.findMany({
    where: { accountId, isEnabled: true, id: { in: event.deliveries.map((it) => it.receiver) } },
    select: { id: true },
  });
  const receiver = { in: [CALLBACK, ...enabled.map((endpoint) => endpoint.id)] };
  const due = { state: "pending", nextAttemptAt: ctx.now, failedAttempts: 0 };
  const where = { accountId, eventId: id, receiver };
  const { count } = await prisma.delivery.updateMany({ where, data: due });
  if (count === 0) {
    const detail =
      subjectType === "order"
        ? "Its order has no callback URL, and no enabled webhook endpoint receives it."
        : "No enabled webhook endpoint receives it.";
    throw conflict("This event has no receiver", detail);
  }
  const data = subjectType === "order" ? { order: subjectId } : { subject: subjectId };
  await recordAudit(ctx, { action: "event.redelivered", subjectId: id, data });
  return getEvent(ctx, input);
}

/** Sends the event to the endpoint, again or for the first time. @throws invalid `event_id` */
export async function redeliverTo(
  ctx: AccountContext,
  { endpointId: receiver, eventId }: { endpointId: string; eventId: string },
): Promise<void> {
  const accountId = ctx.account.id;
  const { event, delivery } = ctx.db.prisma;
  const ownEvent = await event.findFirst({ where: { accountId, id: eventId } });
  if (!ownEvent) throw invalid("event_id", "is not the id of an event", "unknown-id");
  const due = { state: "pending", nextAttemptAt: ctx.now, failedAttempts: 0 };
  await delivery.upsert({
    where: { accountId_eventId_receiver: { accountId, eventId, receiver } },
    create: { accountId, eventId, receiver, sequence: ownEvent.sequence, ...due },
    update: due,
  });
  const data = { webhook_endpoint: receiver };
  await recordAudit(ctx, { action: "event.redelivered", subjectId: eventId, data });
}

/** Selects deliveries of an account. Null means any. */
interface Range {
  accountId: string;
  from: Date;
  to: Date;
  /** Smallest id that an event in the range can have. */
  firstId: string;
  /** Greater than any id that an event in the range can have. */
  beyondId: string;
  state: DeliveryState;
  type: string | null;
  subjectId: string | null;
  receiver: string | null;
  now: Date;
  limit: number;
}

// Ids sort by creation time, within an hour of the event's own time, so a time range is a range of
// the key. Deliveries that another transaction holds are being sent or redelivered already.
function matchingIn(db: QueryCreator<EventTables>, range: Params<Range>) {
  return db
    .selectFrom("deliveries as d")
    .innerJoin("events as e", (join) =>
      join.onRef("e.accountId", "=", "d.accountId").onRef("e.id", "=", "d.eventId"),
    )
    .leftJoin("webhookEndpoints as w", (join) =>
      join
        .onRef("w.accountId", "=", "d.accountId")
        .onRef("w.id", "=", "d.receiver")
        .on("w.isEnabled", "=", true),
    )
    .select(["d.accountId", "d.eventId", "d.receiver"])
    .where("d.accountId", "=", range.accountId)
    .where("d.eventId", ">=", range.firstId)
    .where("d.eventId", "<", range.beyondId)
    .where("e.createdAt", ">=", range.from)
    .where("e.createdAt", "<", range.to)
    .where("d.state", "=", range.state)
    .where((eb) => eb.or([eb("d.state", "<>", "pending"), eb("d.nextAttemptAt", ">", range.now)]))
    .where((eb) => eb.or([eb("d.receiver", "=", CALLBACK), eb("w.id", "is not", null)]))
    .where(sql<boolean>`(${range.type}::text IS NULL OR e.type = ${range.type})`)
    .where(sql<boolean>`(${range.subjectId}::text IS NULL OR e.subject_id = ${range.subjectId})`)
    .where(sql<boolean>`(${range.receiver}::text IS NULL OR d.receiver = ${range.receiver})`)
    .orderBy("d.eventId")
    .orderBy("d.receiver")
    .limit(sql<number>`${range.limit}::int + 1`)
    .forUpdate("d")
    .skipLocked();
}

const redeliver = query("events-redeliver", (db, range: Params<Range>) =>
  db
    .with(
      (cte) => cte("matching").materialized(),
      (qb) => matchingIn(qb, range),
    )
    .with("redelivered", (qb) =>
      qb
        .updateTable("deliveries as d")
        .from((from) =>
          from
            .selectFrom("matching")
            .select(["accountId", "eventId", "receiver"])
            .orderBy("eventId")
            .orderBy("receiver")
            .limit(range.limit)
            .as("chosen"),
        )
        .set({ state: "pending", nextAttemptAt: range.now, failedAttempts: 0 })
        .whereRef("d.accountId", "=", "chosen.accountId")
        .whereRef("d.eventId", "=", "chosen.eventId")
        .whereRef("d.receiver", "=", "chosen.receiver")
        .returning("d.eventId"),
    )
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("redelivered")
        .select(({ fn }) => fn.countAll<number>().as("deliveries"))
        .$asScalar()
        .$notNull()
        .as("redelivered"),
      selectFrom("matching")
        .select(sql<boolean>`count(*) > ${range.limit}::int`.as("isMore"))
        .$asScalar()
        .$notNull()
        .as("hasMore"),
    ]),
);

export interface Redelivered {
  redelivered: number;
  /** True if more deliveries match than the limit. */
  hasMore: boolean;
}

const HOUR_MS = 3_600_000;
const MAX_DAYS = 31;
const BATCH_SIZE = 10_000;

/**
 * Makes matching deliveries due now, oldest events first, at most 10,000.
 * @throws invalid naming `from`, `to`, `order_id` or `webhook_endpoint_id`
 */
export async function redeliverEvents(
  ctx: AccountContext,
  input: RedeliverEvents,
): Promise<Redelivered> {
  const { account, now } = ctx;
  const { from, to = null, type = null, order_id: orderId = null } = input;
  const { webhook_endpoint_id: receiver = null } = input;
  const end = to ?? now;
  if (from >= end) throw invalid("from", to ? "must be before to" : "must be in the past");
  if (end.getTime() - from.getTime() > MAX_DAYS * 24 * HOUR_MS) {
    throw invalid("to", `must be at most ${MAX_DAYS} days after from`);
  }
  if (orderId !== null) {
    const where = { accountId: account.id, subjectId: orderId };
    const event = await ctx.db.prisma.event.findFirst({ where, select: { id: true } });
    if (!event)
      throw invalid("order_id", "is not the id of an order that has events", "unknown-id");
  }
  if (receiver !== null) {
    const where = { accountId: account.id, id: receiver };
    const endpoint = await ctx.db.prisma.webhookEndpoint.findFirst({ where });
    const fault = "is not the id of a webhook endpoint";
    if (!endpoint) throw invalid("webhook_endpoint_id", fault, "unknown-id");
  }
  const ids = { firstId: idBefore("event", from), beyondId: idAfter("event", end) };
  const [done] = await redeliver(ctx.db, {
    accountId: account.id,
    ...{ from, to: end, ...ids },
    state: input.delivery_state,
    ...{ type, subjectId: orderId, receiver, now: ctx.now, limit: BATCH_SIZE },
  });
  if (!done) throw new Error("a redelivery returns what it did");
  const data = {
    from: from.toISOString(),
    to: end.toISOString(),
    delivery_state: input.delivery_state,
    redelivered: done.redelivered,
  };
  await recordAudit(ctx, { action: "events.redelivered", data });
  return done;
}
