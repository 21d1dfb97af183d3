import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import { eventTypes } from "#schemas/events";

/** As in the rules of deliveries. */
const MAX_STORED_BODY_BYTES = 4096;

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

/** The installation never calls the URL. */
export const CreateListener = z
  .strictObject({
    forward_to: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .meta({
        description: "Where the client passes events on to, as shown in the dashboard.",
        examples: ["http://localhost:4000/hook"],
      }),
    event_types: z
      .array(z.enum(eventTypes))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: "Types of events to receive. Default: all.",
        examples: [["order.fulfilled", "order.cancelled"]],
      }),
  })
  .meta({ id: "CreateListener", description: "A listener on your machine." });
export type CreateListener = z.infer<typeof CreateListener>;

const DeliveryResult = z.strictObject({
  event_id: text(255, 1).meta({
    description: "The event's id.",
    examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  attempt: z
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: "As polled.", examples: [1] }),
  leased_until: z.iso.datetime().meta({
    description: "As polled.",
    examples: ["2026-11-21T12:00:30.000Z"],
  }),
  duration_ms: z
    .int()
    .min(0)
    .max(600_000)
    .meta({ description: "How long it took.", examples: [12] }),
  response_status: z
    .int()
    .min(100)
    .max(599)
    .nullable()
    .meta({
      description: "Status of the response; null if there was none.",
      examples: [204],
    }),
  response_body: text(MAX_STORED_BODY_BYTES)
    .nullish()
    .meta({
      description: "Start of the response's body.",
      examples: [""],
    }),
});

export const PollListener = z
  .strictObject({
    results: z
      .array(DeliveryResult)
      .max(100)
      .default([])
      .meta({
        description: "Results of deliveries that were polled earlier.",
        examples: [[]],
      }),
  })
  .meta({ id: "PollListener", description: "Results of earlier deliveries." });
export type PollListener = z.infer<typeof PollListener>;

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
