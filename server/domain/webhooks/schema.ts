import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import { eventTypes } from "#schemas/events";

export const deliveryStates = ["pending", "delivered", "failed", "cancelled"] as const;

export const WriteWebhookEndpoint = z
  .strictObject({
    url: text(2048, 1).meta({
      description:
        "URL to send events to: https and public. With a test key, `http://localhost` and " +
        "`http://127.0.0.1` work too if the installation runs on your machine.",
      examples: ["https://example.com/webhooks/carbon"],
    }),
    event_types: z
      .array(z.enum(eventTypes))
      .min(1)
      .max(100)
      .meta({
        description: "Types of events to receive.",
        examples: [["order.fulfilled", "order.cancelled"]],
      }),
    subaccount_id: text(255, 1)
      .nullish()
      .meta({
        description:
          "Only send events of this subaccount. Default: events of the account and all its " +
          "subaccounts.",
        examples: ["sub_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
    description: text(512)
      .nullish()
      .meta({ description: "Your own note.", examples: ["Bookkeeping"] }),
    enabled: z
      .boolean()
      .default(true)
      .meta({
        description:
          "Whether to send events. `false` cancels pending deliveries, and new events are " +
          "not queued.",
        examples: [true],
      }),
  })
  .meta({ id: "WriteWebhookEndpoint", description: "A receiver of the account's events." });
export type WriteWebhookEndpoint = z.infer<typeof WriteWebhookEndpoint>;

export const TestWebhookEndpoint = z
  .strictObject({
    type: z
      .enum(eventTypes)
      .nullish()
      .meta({
        description: "Type of the test event. Default: the endpoint's first type.",
        examples: ["order.fulfilled"],
      }),
  })
  .meta({ id: "TestWebhookEndpoint", description: "The test event to send." });
export type TestWebhookEndpoint = z.infer<typeof TestWebhookEndpoint>;

export const ListEndpointDeliveries = PageQuery.extend({
  delivery_state: z
    .enum(deliveryStates)
    .optional()
    .meta({ description: "Only deliveries in this state.", examples: ["failed"] }),
});
export type ListEndpointDeliveries = z.infer<typeof ListEndpointDeliveries>;

export const RedeliverToEndpoint = z
  .strictObject({
    event_id: text(255, 1).meta({
      description: "The event to send.",
      examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  })
  .meta({ id: "RedeliverToEndpoint", description: "The event to send." });
export type RedeliverToEndpoint = z.infer<typeof RedeliverToEndpoint>;
