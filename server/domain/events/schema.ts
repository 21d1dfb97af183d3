// Event types, and what callers send about events.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import { deliveryStates, eventStates } from "./delivery-rules";

interface EventDefinition {
  /** For lists in the dashboard. */
  label: string;
  /** One sentence for integrators, without its period. */
  summary: string;
}

/** All events by type, which begins with the subject: `{subject}.{change}`. */
export const events = {
  "order.fulfilled": { label: "Order fulfilled", summary: "An order's credits were retired" },
  "order.cancelled": { label: "Order cancelled", summary: "An order was cancelled" },
  "checkout_session.completed": {
    label: "Checkout session completed",
    summary: "A customer completed a checkout session",
  },
  "checkout_session.expired": {
    label: "Checkout session expired",
    summary: "A checkout session expired",
  },
  "payment.refunded": { label: "Payment refunded", summary: "A payment was refunded" },
  "subaccount.created": { label: "Subaccount created", summary: "A subaccount was created" },
  "subaccount.updated": { label: "Subaccount updated", summary: "A subaccount was updated" },
  "subaccount.deleted": { label: "Subaccount deleted", summary: "A subaccount was deleted" },
} as const satisfies Record<`${string}.${string}`, EventDefinition>;

export type EventType = keyof typeof events;
type SubjectOf<Type> = Type extends `${infer Subject}.${string}` ? Subject : never;
export type SubjectType = SubjectOf<EventType>;
export type OrderEventType = Extract<EventType, `order.${string}`>;

export const eventTypes = Object.keys(events) as [EventType, ...EventType[]];

export function subjectTypeOf<Type extends EventType>(type: Type): SubjectOf<Type> {
  return type.slice(0, type.indexOf(".")) as SubjectOf<Type>;
}

export const subjectTypes = [...new Set(eventTypes.map(subjectTypeOf))] as [
  SubjectType,
  ...SubjectType[],
];

/** Sent to the callback URL that an order was placed with, too. */
const orderEventTypes = eventTypes.filter((type) => type.startsWith("order.")) as [
  OrderEventType,
  ...OrderEventType[],
];

export const NotificationConfig = z
  .strictObject({
    url: text(2048, 1).meta({
      description: "Callback URL, https, invoked when the order's status changes.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
  })
  .meta({ id: "NotificationConfig", description: "Where to send an order's status changes." });
export type NotificationConfig = z.infer<typeof NotificationConfig>;

const ORDER_ID = "ord_01kx3v6d0tf9sv4m2c8j5a7b9e";

export const ListEvents = PageQuery.extend({
  type: z
    .enum(eventTypes)
    .optional()
    .meta({ description: "Only events of this type.", examples: ["order.fulfilled"] }),
  order_id: text(512, 1)
    .optional()
    .meta({
      description: "Only events of this order; none where there is no such order.",
      examples: [ORDER_ID],
    }),
  subject_type: z
    .enum([...subjectTypes, "all"])
    .optional()
    .meta({
      description:
        "Only events about subjects of this type, or `all`. Default: that of `type`, else `order`.",
      examples: ["order"],
    }),
  delivery_state: z
    .enum(eventStates)
    .optional()
    .meta({ description: "Only events that stand so.", examples: ["failed"] }),
});
export type ListEvents = z.infer<typeof ListEvents>;

/** A moment, as text; what is said of it must stand before it becomes a date. */
const timestamp = (meta: { description: string; examples: string[] }) =>
  z.iso
    .datetime({
      offset: true,
      error: "must be a timestamp such as 2026-01-31T12:00:00Z, with Z or an offset",
    })
    .meta(meta)
    .transform((value) => new Date(value));

const to = {
  description: "Events that happened before then, at most 31 days after `from`. Default: now.",
  examples: ["2026-11-21T00:00:00Z"],
};

export const RedeliverEvents = z
  .strictObject({
    from: timestamp({
      description: "Events that happened then or later.",
      examples: ["2026-11-20T00:00:00Z"],
    }),
    to: timestamp(to).nullish().meta(to),
    delivery_state: z
      .enum(deliveryStates)
      .default("failed")
      .meta({
        description:
          "Only deliveries in this state; of the `pending`, those that wait for a retry.",
        examples: ["failed"],
      }),
    type: z
      .enum(eventTypes)
      .nullish()
      .meta({ description: "Only events of this type.", examples: ["order.fulfilled"] }),
    order_id: text(512, 1)
      .nullish()
      .meta({ description: "Only events of this order.", examples: [ORDER_ID] }),
    webhook_endpoint_id: text(64, 1)
      .nullish()
      .meta({
        description: "Only to this webhook endpoint. Default: to every receiver.",
        examples: ["whe_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
  })
  .meta({ id: "RedeliverEvents", description: "Which events are to be sent again." });
export type RedeliverEvents = z.infer<typeof RedeliverEvents>;

export const SendTestCallback = z
  .strictObject({
    url: text(2048, 1).meta({
      description: "Where to send it: https, and public.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
    type: z
      .enum(orderEventTypes)
      .default("order.fulfilled")
      .meta({ description: "As which event.", examples: ["order.fulfilled"] }),
  })
  .meta({ id: "SendTestCallback", description: "A test of whoever receives callbacks." });
export type SendTestCallback = z.infer<typeof SendTestCallback>;

export const RotateWebhookSecret = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(168)
      .default(24)
      .meta({
        description:
          "How long the present secret stays valid. 0 ends it at once, as after it leaked.",
        examples: [24],
      }),
  })
  .meta({ id: "RotateWebhookSecret", description: "How to replace the present secret." });
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;
