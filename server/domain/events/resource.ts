// Events as the API shows them, and as callbacks carry them.
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
import {
  type EventType,
  eventTypes,
  type SubjectType,
  subjectTypeOf,
  subjectTypes,
} from "./schema";

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
  subject_type: z
    .enum(subjectTypes)
    .meta({ description: "What it happened to.", examples: ["order"] }),
  subject_id: z.string().meta({
    description: "The id of what it happened to.",
    examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  order_id: z
    .string()
    .nullable()
    .meta({
      description: "The order that it happened to; null where it is about something else.",
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
      "Over all receivers, the callback URL and webhook endpoints. `none`: there is none. " +
      "`pending`: it will be sent, again if need be. `delivered`: each answered an attempt with a " +
      "2xx. `failed`: it will not be sent again, though a receiver never did.",
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

const outcome = {
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
};

export const DeliveryAttemptResource = z
  .strictObject({
    attempt: z.int().meta({ description: "Its number, from 1.", examples: [1] }),
    attempted_on: z.iso
      .datetime()
      .meta({ description: "When it began.", examples: ["2026-11-21T12:00:00.120Z"] }),
    ...outcome,
  })
  .meta({ id: "DeliveryAttempt", description: "One attempt to deliver an event." });

const EventDeliveryResource = z
  .strictObject({
    webhook_endpoint_id: z
      .string()
      .nullable()
      .meta({
        description: "The webhook endpoint; null for the order's callback URL.",
        examples: ["whe_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
    delivery_state: z.enum(deliveryStates).meta({
      description:
        "As the event's; and `cancelled` where the endpoint was disabled or deleted before.",
      examples: ["delivered"],
    }),
    next_attempt_on: listItem.next_attempt_on,
    attempts: z.array(DeliveryAttemptResource).meta({ description: "As the event's." }),
  })
  .meta({ id: "EventDelivery", description: "An event on its way to one of its receivers." });

export const EventResource = z
  .strictObject({
    ...listItem,
    attempts: z.array(DeliveryAttemptResource).meta({
      description: "The attempts at the callback URL that came to an end, the oldest first.",
    }),
    deliveries: z
      .array(EventDeliveryResource)
      .meta({ description: "One for each receiver, with its attempts." }),
  })
  .meta({ id: "Event", description: "What happened to a subject, and how it was delivered." });
export type EventResource = z.infer<typeof EventResource>;

/** When the first of the pending deliveries is due. */
function nextAttemptOf({ deliveries }: EventItem): Date | null {
  const times = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** The form that lists carry. */
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

/** The attempts of one delivery, the oldest first. */
export function toDeliveryAttempts(
  attempts: readonly DeliveryAttempt[],
  { eventId, receiver }: Pick<Delivery, "eventId" | "receiver">,
) {
  return attempts
    .filter((attempt) => attempt.eventId === eventId && attempt.receiver === receiver)
    .map(toDeliveryAttempt);
}

/** The full form. */
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

/** What is sent: the subject stands under its type's name, such as `order`. */
export type Callback<Subject> = { id: string; type: EventType; timestamp: string } & {
  [Name in SubjectType]?: Subject;
};

/** The body of a callback, given the subject in its public form. */
export function toCallback<Subject>(
  event: { id: string; type: EventType; createdAt: Date },
  subject: Subject,
): Callback<Subject> {
  const { id, type, createdAt } = event;
  const body = { id, type, timestamp: createdAt.toISOString() };
  return { ...body, [subjectTypeOf(type)]: subject };
}

export const RedeliveredResource = z
  .strictObject({
    redelivered: z.int().meta({ description: "How many events are due now.", examples: [42] }),
    has_more: z.boolean().meta({
      description: "Whether more events match than are made due at a time: ask again for them.",
      examples: [false],
    }),
  })
  .meta({ id: "Redelivered", description: "What is sent again." });
export type RedeliveredResource = z.infer<typeof RedeliveredResource>;

/** The public form. */
export function toRedeliveredResource(result: Redelivered): RedeliveredResource {
  return { redelivered: result.redelivered, has_more: result.hasMore };
}

/** A test callback, and how it went. */
export interface TestCallback extends Attempt {
  id: string;
  url: string;
}

export const TestCallbackResource = z
  .strictObject({
    id: z.string().meta({
      description: "The test's id, as sent: it is no event's.",
      examples: ["evt_test_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    url: z.string().meta({
      description: "Where it was sent.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
    delivered: z.boolean().meta({
      description: "Whether it was answered with a 2xx.",
      examples: [true],
    }),
    ...outcome,
  })
  .meta({ id: "TestCallback", description: "How a test callback went." });
export type TestCallbackResource = z.infer<typeof TestCallbackResource>;

/** The public form. */
export function toTestCallbackResource({ id, url, ...sent }: TestCallback): TestCallbackResource {
  return { id, url, delivered: isSuccess(sent.responseStatus), ...toOutcome(sent) };
}

export const WebhookSecretResource = z
  .strictObject({
    id: z.string().meta({
      description: "What names it, here and in the audit log.",
      examples: ["whs_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    secret: z.string().meta({
      description: "The secret, as libraries for Standard Webhooks take it.",
      examples: ["whsec_VGhpcyBpcyBubyBzZWNyZXQsIGJ1dCBpdHMgZXhhbXBsZS4="],
    }),
    created_on: z.iso
      .datetime()
      .meta({ description: "When it was made.", examples: ["2026-11-21T12:00:00.000Z"] }),
    expires_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "Until when it signs, beside the current one; null for the current one.",
        examples: [null],
      }),
  })
  .meta({ id: "WebhookSecret", description: "What signs the account's callbacks." });
export type WebhookSecretResource = z.infer<typeof WebhookSecretResource>;

/** The public form. */
export function toWebhookSecretResource(secret: WebhookSecret): WebhookSecretResource {
  return {
    id: secret.id,
    secret: secret.secret,
    created_on: secret.createdAt.toISOString(),
    expires_on: secret.expiresAt?.toISOString() ?? null,
  };
}
