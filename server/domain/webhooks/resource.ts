import { z } from "zod";
import { exampleOf } from "#core/example";
import { SubaccountResource } from "#domain/accounts";
import { CheckoutSessionResource, PaymentEventResource } from "#domain/checkout";
import {
  DeliveryAttemptResource,
  type DeliveryState,
  type EventType,
  eventTypes,
  type SubjectType,
  subjectTypeOf,
  toDeliveryAttempts,
  WebhookSecretResource,
} from "#domain/events";
import { getExampleOrder, OrderResource } from "#domain/orders";
import type { Delivery, DeliveryAttempt, Event, WebhookEndpoint, WebhookSecret } from "#prisma";
import { InvoiceListItemResource } from "./invoice-resource";
import { deliveryStates } from "./schema";

/** Schema of an event's subject, by subject type. */
export const subjectResources: { readonly [Type in SubjectType]: z.ZodType } = {
  order: OrderResource,
  checkout_session: CheckoutSessionResource,
  payment: PaymentEventResource,
  invoice: InvoiceListItemResource,
  subaccount: SubaccountResource,
};

/** Values that differ from the examples of the resource's own fields. */
const exampleValues: Partial<Record<EventType, object>> = {
  "checkout_session.completed": {
    state: "complete",
    completed_on: "2026-11-21T12:05:00.000Z",
    order_id: "ord_01kx3v6d0tf9sv4m2c8j5a7b9e",
  },
  "checkout_session.expired": { state: "expired", customer_email: null },
};

export function getExampleSubject(type: EventType): unknown {
  if (type === "order.fulfilled" || type === "order.cancelled") return getExampleOrder(type);
  return exampleOf(subjectResources[subjectTypeOf(type)], "output", exampleValues[type]);
}

const fields = {
  id: z.string().meta({
    description: "The endpoint's id.",
    examples: ["whe_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  kind: z.enum(["url", "listener"]).meta({
    description:
      "`url`: events are sent to the URL. `listener`: a client polls them, and passes them on to " +
      "the URL.",
    examples: ["url"],
  }),
  url: z.string().meta({
    description: "URL that events are sent to.",
    examples: ["https://example.com/webhooks/carbon"],
  }),
  event_types: z.array(z.enum(eventTypes)).meta({
    description: "Types of events that it receives.",
    examples: [["order.fulfilled", "order.cancelled"]],
  }),
  subaccount_id: z
    .string()
    .nullable()
    .meta({
      description:
        "If set, only events of this subaccount are sent. If null, events of the account and " +
        "all its subaccounts.",
      examples: [null],
    }),
  description: z
    .string()
    .nullable()
    .meta({ description: "Your own note.", examples: ["Bookkeeping"] }),
  enabled: z.boolean().meta({ description: "Whether events are sent to it.", examples: [true] }),
  created_on: z.iso
    .datetime()
    .meta({ description: "When it was created.", examples: ["2026-11-21T12:00:00.000Z"] }),
};

export const WebhookEndpointResource = z
  .strictObject(fields)
  .meta({ id: "WebhookEndpoint", description: "A receiver of the account's events." });
export type WebhookEndpointResource = z.infer<typeof WebhookEndpointResource>;

export function toWebhookEndpointResource(endpoint: WebhookEndpoint): WebhookEndpointResource {
  return {
    id: endpoint.id,
    kind: endpoint.lastPolledAt === null ? "url" : "listener",
    url: endpoint.url,
    event_types: endpoint.eventTypes as EventType[],
    subaccount_id: endpoint.subaccountId,
    description: endpoint.description,
    enabled: endpoint.isEnabled,
    created_on: endpoint.createdAt.toISOString(),
  };
}

const secret = z
  .string()
  .nullable()
  .meta({
    description:
      "Secret that signs its events, in the format of Standard Webhooks libraries. Shown only " +
      "once: a request that is repeated with its idempotency key gets null.",
    examples: ["whsec_VGhpcyBpcyBubyBzZWNyZXQsIGJ1dCBpdHMgZXhhbXBsZS4="],
  });

export const RotatedEndpointSecretResource = WebhookSecretResource.extend({ secret }).meta({
  id: "RotatedEndpointSecret",
  description: "A webhook endpoint's new secret.",
});

export const CreatedWebhookEndpointResource = z
  .strictObject({ ...fields, secret })
  .meta({ id: "CreatedWebhookEndpoint", description: "A new webhook endpoint and its secret." });
export type CreatedWebhookEndpointResource = z.infer<typeof CreatedWebhookEndpointResource>;

export function toCreatedWebhookEndpointResource(created: {
  endpoint: WebhookEndpoint;
  secret: WebhookSecret;
}): CreatedWebhookEndpointResource {
  return { ...toWebhookEndpointResource(created.endpoint), secret: created.secret.secret };
}

export const WebhookDeliveryResource = z
  .strictObject({
    id: z.string().meta({
      description: "The event's id.",
      examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    type: z.enum(eventTypes).meta({ description: "What happened.", examples: ["order.fulfilled"] }),
    created_on: z.iso
      .datetime()
      .meta({ description: "When it happened.", examples: ["2026-11-21T12:00:00.000Z"] }),
    subject_id: z.string().meta({
      description: "Id of the object that the event is about.",
      examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    delivery_state: z.enum(deliveryStates).meta({
      description:
        "`pending`: waiting to be sent or retried. `delivered`: a request got a 2xx " +
        "response. `failed`: no more retries. `cancelled`: the endpoint was disabled first.",
      examples: ["delivered"],
    }),
    next_attempt_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "Time of the next attempt; null unless `pending`.",
        examples: [null],
      }),
    attempts: z
      .array(DeliveryAttemptResource)
      .meta({ description: "Finished attempts, oldest first." }),
  })
  .meta({ id: "WebhookDelivery", description: "Delivery of an event to a webhook endpoint." });
export type WebhookDeliveryResource = z.infer<typeof WebhookDeliveryResource>;

export interface EndpointDelivery extends Delivery {
  event: Event;
  /** In the order of their numbers. */
  attemptRows: DeliveryAttempt[];
}

export function toWebhookDeliveryResource(delivery: EndpointDelivery): WebhookDeliveryResource {
  const { event } = delivery;
  return {
    id: event.id,
    type: event.type as EventType,
    created_on: event.createdAt.toISOString(),
    subject_id: event.subjectId,
    delivery_state: delivery.state as DeliveryState,
    next_attempt_on: delivery.nextAttemptAt?.toISOString() ?? null,
    attempts: toDeliveryAttempts(delivery.attemptRows, delivery),
  };
}
