// Events as the API shows them, and as callbacks carry them.
import { z } from "zod";
import type { Event, EventDelivery } from "#prisma";
import { type DeliveryState, deliveryStates } from "./delivery-rules";
import { type EventType, eventTypes } from "./emit-events";
import type { EventDetail } from "./get-event";
import type { ClaimedEvent } from "./store";

const listItem = {
  id: z.string().meta({
    description: "Also in the callback's body and its header `webhook-id`, the same on repeats.",
    examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  type: z.enum(eventTypes).meta({ description: "What happened.", examples: ["order.fulfilled"] }),
  created_on: z.iso.datetime().meta({
    description: "When it happened: the callback's `timestamp`.",
    examples: ["2026-11-21T12:00:00.000Z"],
  }),
  order_id: z.string().meta({
    description: "The order that it happened to.",
    examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  callback_url: z
    .string()
    .nullable()
    .meta({
      description: "Where it is sent; null where the order was placed without a callback URL.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
  delivery_state: z.enum(deliveryStates).meta({
    description:
      "`none`: there is no callback URL. `pending`: it will be sent, again if need be. " +
      "`delivered`: an attempt was answered with a 2xx. `failed`: it will not be sent again.",
    examples: ["delivered"],
  }),
  next_attempt_on: z.iso
    .datetime()
    .nullable()
    .meta({
      description: "When it is due to be sent next; null unless `pending`.",
      examples: [null],
    }),
};

export const EventListItemResource = z
  .strictObject(listItem)
  .meta({ id: "EventListItem", description: "An event in a list." });
export type EventListItemResource = z.infer<typeof EventListItemResource>;

const DeliveryAttemptResource = z
  .strictObject({
    attempt: z.int().meta({ description: "Its number, from 1.", examples: [1] }),
    attempted_on: z.iso
      .datetime()
      .meta({ description: "When it began.", examples: ["2026-11-21T12:00:00.120Z"] }),
    duration_ms: z.int().meta({ description: "How long it took.", examples: [84] }),
    response_status: z
      .int()
      .nullable()
      .meta({ description: "The answer's status; null where none came.", examples: [200] }),
    response_body: z
      .string()
      .nullable()
      .meta({ description: "The first 4 kB of the answer.", examples: ["ok"] }),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why no answer came, or none was accepted.", examples: [null] }),
  })
  .meta({ id: "DeliveryAttempt", description: "One attempt to deliver an event." });

export const EventResource = z
  .strictObject({
    ...listItem,
    attempts: z
      .array(DeliveryAttemptResource)
      .meta({ description: "The attempts that came to an end, the oldest first." }),
  })
  .meta({ id: "Event", description: "A change of an order's status, and how it was told." });
export type EventResource = z.infer<typeof EventResource>;

/** The form that lists carry. */
export function toEventListItemResource(event: Event): EventListItemResource {
  return {
    id: event.id,
    type: event.type as EventType,
    created_on: event.createdAt.toISOString(),
    order_id: event.orderId,
    callback_url: event.callbackUrl,
    delivery_state: event.deliveryState as DeliveryState,
    next_attempt_on: event.nextAttemptAt?.toISOString() ?? null,
  };
}

function toDeliveryAttempt(delivery: EventDelivery): z.infer<typeof DeliveryAttemptResource> {
  return {
    attempt: delivery.attempt,
    attempted_on: delivery.attemptedAt.toISOString(),
    duration_ms: delivery.durationMs,
    response_status: delivery.responseStatus,
    response_body: delivery.responseBody,
    error: delivery.error,
  };
}

/** The full form. */
export function toEventResource(event: EventDetail): EventResource {
  return {
    ...toEventListItemResource(event),
    attempts: event.deliveries.map(toDeliveryAttempt),
  };
}

/** The body of a callback, given the order in its public form. */
export function toCallback<Order>(event: ClaimedEvent, order: Order) {
  return { id: event.id, type: event.type, timestamp: event.createdAt.toISOString(), order };
}
