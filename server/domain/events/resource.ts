import { z } from "zod";
import type { Delivery, DeliveryAttempt, WebhookSecret } from "#prisma";
import type { Attempt } from "./delivery-queue";
import {
  CALLBACK,
  type DeliveryState,
  deliveryStates,
  eventStateOf,
  eventStates,
  isSuccess,
} from "./delivery-rules";
import type { EventDetail, EventItem } from "./event-queries";
import type { Redelivered } from "./redelivery";
import { type EventType, eventTypes, type SubjectType, subjectTypes } from "./schema";

const listItem = {
  id: z.string().meta({
    description:
      "Also sent as `id` in the body and in the header `webhook-id`. The same for every attempt.",
    examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  type: z.enum(eventTypes).meta({ description: "What happened.", examples: ["order.fulfilled"] }),
  created_on: z.iso.datetime().meta({
    description: "When it happened: the callback's `timestamp`.",
    examples: ["2026-11-21T12:00:00.000Z"],
  }),
  subject_type: z
    .enum(subjectTypes)
    .meta({ description: "Type of the object that the event is about.", examples: ["order"] }),
  subject_id: z.string().meta({
    description: "Id of the object that the event is about.",
    examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  order_id: z
    .string()
    .nullable()
    .meta({
      description: "Id of the order; null if the event is about another type of object.",
      examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  callback_url: z
    .string()
    .nullable()
    .meta({
      description: "The callback URL that the order was placed with, if any.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
  delivery_state: z.enum(eventStates).meta({
    description:
      "Combined state for all receivers (callback URL and webhook endpoints). `none`: no " +
      "receivers. `pending`: waiting to be sent or retried. `delivered`: every receiver " +
      "returned a 2xx response. `failed`: at least one receiver never did, and there are no " +
      "more retries.",
    examples: ["delivered"],
  }),
  next_attempt_on: z.iso
    .datetime()
    .nullable()
    .meta({
      description: "Time of the next attempt; null unless `pending`.",
      examples: [null],
    }),
};

export const EventListItemResource = z
  .strictObject(listItem)
  .meta({ id: "EventListItem", description: "An event in a list." });
export type EventListItemResource = z.infer<typeof EventListItemResource>;

const outcome = {
  duration_ms: z.int().meta({ description: "Duration in milliseconds.", examples: [84] }),
  response_status: z
    .int()
    .nullable()
    .meta({ description: "Status of the response; null if there was none.", examples: [200] }),
  response_body: z
    .string()
    .nullable()
    .meta({ description: "The first 4 kB of the response body.", examples: ["ok"] }),
  error: z
    .string()
    .nullable()
    .meta({
      description: "Why there was no response, or why it was not accepted.",
      examples: [null],
    }),
};

export const DeliveryAttemptResource = z
  .strictObject({
    attempt: z.int().meta({ description: "Number of the attempt, from 1.", examples: [1] }),
    attempted_on: z.iso
      .datetime()
      .meta({ description: "When the attempt started.", examples: ["2026-11-21T12:00:00.120Z"] }),
    ...outcome,
  })
  .meta({ id: "DeliveryAttempt", description: "An attempt to deliver an event." });

const EventDeliveryResource = z
  .strictObject({
    webhook_endpoint_id: z
      .string()
      .nullable()
      .meta({
        description: "Id of the webhook endpoint; null for the order's callback URL.",
        examples: ["whe_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
    delivery_state: z.enum(deliveryStates).meta({
      description:
        "Same as the event's, or `cancelled` if the endpoint was disabled or deleted first.",
      examples: ["delivered"],
    }),
    next_attempt_on: listItem.next_attempt_on,
    attempts: z.array(DeliveryAttemptResource).meta({ description: "Same as the event's." }),
  })
  .meta({ id: "EventDelivery", description: "Delivery of an event to one receiver." });

export const EventResource = z
  .strictObject({
    ...listItem,
    attempts: z.array(DeliveryAttemptResource).meta({
      description: "Finished attempts at the callback URL, oldest first.",
    }),
    deliveries: z
      .array(EventDeliveryResource)
      .meta({ description: "One delivery per receiver, with its attempts." }),
  })
  .meta({ id: "Event", description: "An event and its deliveries." });
export type EventResource = z.infer<typeof EventResource>;

/** Earliest due time of the pending deliveries. */
function nextAttemptOf({ deliveries }: EventItem): Date | null {
  const times = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

export function toEventListItemResource(event: EventItem): EventListItemResource {
  const callback = event.deliveries.find(({ receiver }) => receiver === CALLBACK);
  const states = event.deliveries.map(({ state }) => state as DeliveryState);
  return {
    id: event.id,
    type: event.type as EventType,
    created_on: event.createdAt.toISOString(),
    subject_type: event.subjectType as SubjectType,
    subject_id: event.subjectId,
    order_id: event.subjectType === "order" ? event.subjectId : null,
    callback_url: callback?.callbackUrl ?? null,
    delivery_state: eventStateOf(states),
    next_attempt_on: nextAttemptOf(event)?.toISOString() ?? null,
  };
}

type Outcome = Pick<Attempt, "durationMs" | "responseStatus" | "responseBody" | "error">;

function toOutcome({ durationMs, responseStatus, responseBody, error }: Outcome) {
  return {
    duration_ms: durationMs,
    response_status: responseStatus,
    response_body: responseBody,
    error,
  };
}

function toDeliveryAttempt(attempt: DeliveryAttempt): z.infer<typeof DeliveryAttemptResource> {
  return {
    attempt: attempt.attempt,
    attempted_on: attempt.attemptedAt.toISOString(),
    ...toOutcome(attempt),
  };
}

/** Attempts of one delivery, oldest first. */
export function toDeliveryAttempts(
  attempts: readonly DeliveryAttempt[],
  { eventId, receiver }: Pick<Delivery, "eventId" | "receiver">,
) {
  return attempts
    .filter((attempt) => attempt.eventId === eventId && attempt.receiver === receiver)
    .map(toDeliveryAttempt);
}

export function toEventResource(event: EventDetail): EventResource {
  const { id: eventId, attempts, deliveries } = event;
  return {
    ...toEventListItemResource(event),
    attempts: toDeliveryAttempts(attempts, { eventId, receiver: CALLBACK }),
    deliveries: deliveries.map((delivery) => ({
      webhook_endpoint_id: delivery.receiver === CALLBACK ? null : delivery.receiver,
      delivery_state: delivery.state as DeliveryState,
      next_attempt_on: delivery.nextAttemptAt?.toISOString() ?? null,
      attempts: toDeliveryAttempts(attempts, delivery),
    })),
  };
}

export const RedeliveredResource = z
  .strictObject({
    redelivered: z.int().meta({ description: "How many deliveries are due now.", examples: [42] }),
    has_more: z.boolean().meta({
      description: "True if more deliveries match than one request makes due: repeat the request.",
      examples: [false],
    }),
  })
  .meta({ id: "Redelivered", description: "Result of sending events again." });
export type RedeliveredResource = z.infer<typeof RedeliveredResource>;

export function toRedeliveredResource(result: Redelivered): RedeliveredResource {
  return { redelivered: result.redelivered, has_more: result.hasMore };
}

export interface TestCallback extends Attempt {
  id: string;
  url: string;
}

export const TestCallbackResource = z
  .strictObject({
    id: z.string().meta({
      description: "Id of the test, as sent. It is not the id of an event.",
      examples: ["evt_test_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    url: z.string().meta({
      description: "URL of the request.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
    delivered: z.boolean().meta({
      description: "Whether the response was a 2xx.",
      examples: [true],
    }),
    ...outcome,
  })
  .meta({ id: "TestCallback", description: "Result of a test callback." });
export type TestCallbackResource = z.infer<typeof TestCallbackResource>;

export function toTestCallbackResource({ id, url, ...sent }: TestCallback): TestCallbackResource {
  return { id, url, delivered: isSuccess(sent.responseStatus), ...toOutcome(sent) };
}

export const WebhookSecretResource = z
  .strictObject({
    id: z.string().meta({
      description: "Name of the secret, here and in the audit log.",
      examples: ["whs_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    secret: z.string().meta({
      description: "The secret, in the format of Standard Webhooks libraries.",
      examples: ["whsec_VGhpcyBpcyBubyBzZWNyZXQsIGJ1dCBpdHMgZXhhbXBsZS4="],
    }),
    created_on: z.iso
      .datetime()
      .meta({ description: "When it was created.", examples: ["2026-11-21T12:00:00.000Z"] }),
    expires_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          "Expiration date of the previous secret, which signs too until then; null for the " +
          "current secret.",
        examples: [null],
      }),
  })
  .meta({ id: "WebhookSecret", description: "A secret that signs the account's callbacks." });
export type WebhookSecretResource = z.infer<typeof WebhookSecretResource>;

export function toWebhookSecretResource(secret: WebhookSecret): WebhookSecretResource {
  return {
    id: secret.id,
    secret: secret.secret,
    created_on: secret.createdAt.toISOString(),
    expires_on: secret.expiresAt?.toISOString() ?? null,
  };
}
