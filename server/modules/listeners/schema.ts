// Inputs of listeners.
import { z } from "zod";
import { text } from "#core/text";
import { eventTypes } from "#schemas/events";

/** As in the rules of deliveries. */
const MAX_STORED_BODY_BYTES = 4096;

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
