import { z } from "zod";
import { describedTimestamp, PageQuery } from "#core/page";
import { text } from "#core/text";
import { deliveryStates, eventStates } from "./delivery-rules";

interface EventDefinition {
  /** One sentence for integrators, without its period. */
  summary: string;
}

/** All events by type: `{subject}.{change}`. */
export const events = {
  "order.fulfilled": {
    summary: "An order was fulfilled: its credits are allocated to it",
  },
  "order.cancelled": { summary: "An order was cancelled" },
  "order.retired": {
    summary: "The registries have recorded the retirement of all of an order's credits",
  },
  "order.retirement_corrected": {
    summary: "A registry's record of an order's retirement was corrected or withdrawn",
  },
  "checkout_session.completed": {
    summary: "A customer completed a checkout session",
  },
  "checkout_session.expired": {
    summary: "A checkout session expired",
  },
  "payment.refunded": {
    summary: "All or part of a payment was refunded",
  },
  "payment.disputed": {
    summary: "A dispute or fraud warning about a payment was opened or closed",
  },
  "invoice.issued": {
    summary: "An invoice or credit note was issued to the account",
  },
  "subaccount.created": { summary: "A subaccount was created" },
  "subaccount.updated": { summary: "A subaccount was updated" },
  "subaccount.deleted": { summary: "A subaccount was deleted" },
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

/** Also sent to the callback URL that an order was placed with. */
const orderEventTypes = eventTypes.filter((type) => type.startsWith("order.")) as [
  OrderEventType,
  ...OrderEventType[],
];

/** Sent to the callback URL that an order was placed with only if the order asks for them. */
const optionalOrderEvents = ["order.retired", "order.retirement_corrected"] as const;

export const NotificationConfig = z
  .strictObject({
    url: text(2048, 1).meta({
      description: "HTTPS URL that is called when the order's status changes.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
    events: z
      .array(z.enum(optionalOrderEvents))
      .max(optionalOrderEvents.length)
      .optional()
      .meta({
        description:
          "Events to send in addition to `order.fulfilled` and `order.cancelled`. Default: none.",
        examples: [["order.retired"]],
      }),
  })
  .meta({ id: "NotificationConfig", description: "Where to send changes of an order's status." });
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
      description: "Only events of this order. The list is empty if the order does not exist.",
      examples: [ORDER_ID],
    }),
  subject_type: z
    .enum([...subjectTypes, "all"])
    .optional()
    .meta({
      description:
        "Only events about this type of object, or `all`. Default: that of `type`, else `order`.",
      examples: ["order"],
    }),
  delivery_state: z
    .enum(eventStates)
    .optional()
    .meta({ description: "Only events in this state.", examples: ["failed"] }),
});
export type ListEvents = z.infer<typeof ListEvents>;

const to = {
  description: "End of the time range, exclusive, at most 31 days after `from`. Default: now.",
  examples: ["2026-11-21T00:00:00Z"],
};

export const RedeliverEvents = z
  .strictObject({
    from: describedTimestamp({
      description: "Start of the time range, inclusive.",
      examples: ["2026-11-20T00:00:00Z"],
    }),
    to: describedTimestamp(to).nullish().meta(to),
    delivery_state: z
      .enum(deliveryStates)
      .default("failed")
      .meta({
        description: "Only deliveries in this state. For `pending`: those waiting for a retry.",
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
        description: "Only deliveries to this webhook endpoint. Default: all receivers.",
        examples: ["whe_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
  })
  .meta({ id: "RedeliverEvents", description: "Selects the events to send again." });
export type RedeliverEvents = z.infer<typeof RedeliverEvents>;

export const SendTestCallback = z
  .strictObject({
    url: text(2048, 1).meta({
      description: "HTTPS URL to send it to. It must be public.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
    type: z
      .enum(orderEventTypes)
      .default("order.fulfilled")
      .meta({ description: "Type of the test event.", examples: ["order.fulfilled"] }),
  })
  .meta({ id: "SendTestCallback", description: "A test callback to send." });
export type SendTestCallback = z.infer<typeof SendTestCallback>;

export const RotateWebhookSecret = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(168)
      .default(24)
      .meta({
        description: "How long the current secret stays valid. Use 0 if it has leaked.",
        examples: [24],
      }),
  })
  .meta({ id: "RotateWebhookSecret", description: "How to replace the current secret." });
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;
