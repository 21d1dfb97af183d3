// Public shapes of polled deliveries.
import { z } from "zod";

const LeasedDelivery = z.strictObject({
  event_id: z.string().meta({
    description: "The event's id.",
    examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  attempt: z.int().meta({ description: "Number of the attempt, from 1.", examples: [1] }),
  leased_until: z.iso.datetime().meta({
    description: "Report the result until then, or the event is due again.",
    examples: ["2026-11-21T12:00:30.000Z"],
  }),
  headers: z.record(z.string(), z.string()).meta({
    description: "Headers of the request, with its signature.",
    examples: [{ "webhook-id": "evt_01kx3v6d0tf9sv4m2c8j5a7b9e" }],
  }),
  body: z.string().meta({
    description: "Body of the request. The signature covers these bytes.",
    examples: ['{"id":"evt_01kx3v6d0tf9sv4m2c8j5a7b9e"}'],
  }),
});

export const PolledResource = z
  .strictObject({
    data: z.array(LeasedDelivery).meta({ description: "Deliveries to make now." }),
    poll_after_ms: z.int().meta({ description: "When to poll again.", examples: [400] }),
  })
  .meta({ id: "Polled", description: "A listener's due deliveries." });
export type PolledResource = z.infer<typeof PolledResource>;
