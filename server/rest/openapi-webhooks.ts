// What the product itself sends: the callbacks about orders, signed by Standard Webhooks.
import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { exampleOf } from "#core/example";
import { type EventType, eventTypes, type toCallback } from "#domain/events";
import { getExampleOrder, OrderResource } from "#domain/orders";

const summaries: Record<EventType, string> = {
  "order.fulfilled": "An order's credits were retired",
  "order.cancelled": "An order was cancelled",
};

const headers = z.object({
  "webhook-id": z.string().meta({
    description: "The event's id, the same each time that the event is sent.",
    examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  "webhook-timestamp": z
    .string()
    .regex(/^\d+$/)
    .meta({ description: "When this was sent, in seconds since 1970.", examples: ["1795262400"] }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` " +
      "under the account's secret; two of them, parted by a space, while secrets rotate.",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
});

function callbackOf(type: EventType) {
  const name = type === "order.fulfilled" ? "OrderFulfilled" : "OrderCancelled";
  const schema: z.ZodType<ReturnType<typeof toCallback<OrderResource>>> = z
    .strictObject({
      id: z.string().meta({
        description: "The event's id.",
        examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
      type: z.literal(type).meta({ description: "What happened." }),
      timestamp: z.iso
        .datetime()
        .meta({ description: "When it happened.", examples: ["2026-11-21T12:00:01.250Z"] }),
      order: OrderResource,
    })
    .meta({ id: name, description: `${summaries[type]}: what is sent to its callback URL.` });
  return schema;
}

function itemOf(type: EventType): ZodOpenApiPathItemObject {
  const schema = callbackOf(type);
  const example = exampleOf(schema, "output", { order: getExampleOrder(type) });
  return {
    post: {
      operationId: type,
      tags: ["Events"],
      summary: summaries[type],
      description:
        "Sent to the `notification_config.url` that the order was placed with. Any 2xx within " +
        "15 seconds is success; anything else is sent again later, except after a 410.",
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { "application/json": { schema, example } },
      },
      responses: {
        "2XX": { description: "The event was received." },
        "410": { description: "Send this event no more." },
      },
    },
  };
}

/** Every kind of callback, by its type. */
export function makeWebhooks(): Record<EventType, ZodOpenApiPathItemObject> {
  const items = eventTypes.map((type) => [type, itemOf(type)] as const);
  return Object.fromEntries(items) as Record<EventType, ZodOpenApiPathItemObject>;
}
