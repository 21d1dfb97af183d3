// Writes events into the outbox, in the transaction of the change that they tell of.
import { sql } from "kysely";
import type { SqlContext } from "#core/context";
import { newId } from "#core/id";
import { type Params, queriesOn, unnest } from "#core/query";
import type { DeliveryState } from "./delivery-rules";
import type { EventTables } from "./tables";

export const eventTypes = ["order.fulfilled", "order.cancelled"] as const;
export type EventType = (typeof eventTypes)[number];

/** A change of an order's status; `sequence` counts an order's events from 1, without gaps. */
export interface OrderEvent {
  accountId: string;
  orderId: string;
  sequence: number;
  type: EventType;
  callbackUrl: string | null;
}

const query = queriesOn<EventTables>();

interface Emitted {
  events: readonly (OrderEvent & { id: string })[];
  now: Date;
}

const columnTypes = {
  accountId: "text",
  id: "text",
  orderId: "text",
  sequence: "int",
  type: "text",
  callbackUrl: "text",
} as const;
const columns = Object.keys(columnTypes) as (keyof typeof columnTypes)[];

const insert = query("events-insert", (db, { events, now }: Params<Emitted>) =>
  db
    .insertInto("events")
    .columns([...columns, "deliveryState", "nextAttemptAt", "createdAt"])
    .expression((from) =>
      from
        .selectFrom(unnest("event", events, columnTypes))
        .select(columns)
        .select([
          sql<DeliveryState>`CASE WHEN callback_url IS NULL THEN 'none' ELSE 'pending' END`.as(
            "deliveryState",
          ),
          sql<Date | null>`CASE WHEN callback_url IS NOT NULL THEN ${now}::timestamptz END`.as(
            "nextAttemptAt",
          ),
          now.as("createdAt"),
        ]),
    ),
);

/** Adds the events to the outbox, in one statement. */
export async function emitEvents(ctx: SqlContext, events: OrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  const identified = events.map((event) => ({ ...event, id: newId("event") }));
  await insert(ctx.db, { events: identified, now: ctx.now });
}
