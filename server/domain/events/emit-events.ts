// Writes events into the outbox, in the transaction of the change that they tell of.
import type { SqlContext } from "#core/context";
import type { Statement } from "#core/db";
import { newId } from "#core/id";

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

const INSERT: Statement = {
  name: "events-insert",
  text: `
    INSERT INTO events (account_id, id, order_id, sequence, type, callback_url, delivery_state,
                        next_attempt_at, created_at)
    SELECT account_id, id, order_id, sequence, type, callback_url,
           CASE WHEN callback_url IS NULL THEN 'none' ELSE 'pending' END,
           CASE WHEN callback_url IS NULL THEN NULL ELSE $7::timestamptz END, $7::timestamptz
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[])
      AS event (account_id, id, order_id, sequence, type, callback_url)`,
};

/** Adds the events to the outbox, in one statement. */
export async function emitEvents(ctx: SqlContext, events: OrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  await ctx.db.query(INSERT, [
    events.map((event) => event.accountId),
    events.map(() => newId("event")),
    events.map((event) => event.orderId),
    events.map((event) => event.sequence),
    events.map((event) => event.type),
    events.map((event) => event.callbackUrl),
    ctx.now,
  ]);
}
