// Webhook endpoints, their deliveries and their subjects as the API shows them.
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
} from "#domain/events";
import { getExampleOrder, OrderResource } from "#domain/orders";
import type { WebhookEndpoint, WebhookSecret } from "#prisma";
import type { EndpointDelivery } from "./deliveries";
import { deliveryStates } from "./schema";

/** What an event carries, by its subject. */
export const subjectResources: { readonly [Type in SubjectType]: z.ZodType } = {
  order: OrderResource,
  checkout_session: CheckoutSessionResource,
  payment: PaymentEventResource,
  subaccount: SubaccountResource,
};

/** Values in examples that differ from those of the resource's own fields. */
const exampleValues: Partial<Record<EventType, object>> = {
  "checkout_session.completed": { state: "complete", completed_on: "2026-11-21T12:05:00.000Z" },
  "checkout_session.expired": { state: "expired" },
};

/** An example of the subject, as an event of the type carries it. */
export function getExampleSubject(type: EventType): unknown {
  if (type === "order.fulfilled" || type === "order.cancelled") return getExampleOrder(type);
  return exampleOf(subjectResources[subjectTypeOf(type)], "output", exampleValues[type]);
}

const fields = {
  id: z.string().meta({
    description: "The endpoint's id.",
    examples: ["whe_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  url: z.string().meta({
    description: "Where events are sent.",
    examples: ["https://example.com/webhooks/carbon"],
  }),
  event_types: z.array(z.enum(eventTypes)).meta({
    description: "Which events it receives.",
    examples: [["order.fulfilled", "order.cancelled"]],
  }),
  subaccount_id: z
    .string()
    .nullable()
    .meta({
      description: "Only events of this subaccount; null: of the account and all of them.",
      examples: [null],
    }),
  description: z
    .string()
    .nullable()
    .meta({ description: "For people.", examples: ["Bookkeeping"] }),
  enabled: z.boolean().meta({ description: "Whether events are sent to it.", examples: [true] }),
  created_on: z.iso
    .datetime()
    .meta({ description: "When it was created.", examples: ["2026-11-21T12:00:00.000Z"] }),
};

export const WebhookEndpointResource = z
  .strictObject(fields)
  .meta({ id: "WebhookEndpoint", description: "A receiver of the account's events." });
export type WebhookEndpointResource = z.infer<typeof WebhookEndpointResource>;

/** The public form. */
export function toWebhookEndpointResource(endpoint: WebhookEndpoint): WebhookEndpointResource {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: endpoint.eventTypes as EventType[],
    subaccount_id: endpoint.subaccountId,
    description: endpoint.description,
    enabled: endpoint.isEnabled,
    created_on: endpoint.createdAt.toISOString(),
  };
}

export const CreatedWebhookEndpointResource = z
  .strictObject({
    ...fields,
    secret: z.string().meta({
      description: "What signs its events, as libraries for Standard Webhooks take it. Shown once.",
      examples: ["whsec_VGhpcyBpcyBubyBzZWNyZXQsIGJ1dCBpdHMgZXhhbXBsZS4="],
    }),
  })
  .meta({ id: "CreatedWebhookEndpoint", description: "A new webhook endpoint and its secret." });
export type CreatedWebhookEndpointResource = z.infer<typeof CreatedWebhookEndpointResource>;

/** The public form of a new endpoint. */
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
      description: "The id of what it happened to.",
      examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    delivery_state: z.enum(deliveryStates).meta({
      description:
        "`pending`: it will be sent, again if need be. `delivered`: an attempt was answered with a " +
        "2xx. `failed`: it will not be sent again. `cancelled`: the endpoint was disabled before.",
      examples: ["delivered"],
    }),
    next_attempt_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When it is due to be sent next; null unless `pending`.",
        examples: [null],
      }),
    attempts: z
      .array(DeliveryAttemptResource)
      .meta({ description: "The attempts that came to an end, the oldest first." }),
  })
  .meta({ id: "WebhookDelivery", description: "An event on its way to a webhook endpoint." });
export type WebhookDeliveryResource = z.infer<typeof WebhookDeliveryResource>;

/** The public form. */
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
