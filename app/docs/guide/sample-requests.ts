// Requests of the guide. server/testing/docs-samples.ts runs each in every language.
import { listOperations, type Operation } from "#docs/reference/contents";
import type { SampleValues } from "#docs/samples/request";

const requests = {
  firstOrder: {
    operationId: "placeOrder",
    body: { amount_kg: 25, description: "October deliveries" },
    idempotencyKey: "order-1001",
  },
  readOrder: { operationId: "getOrder" },
  newSession: {
    operationId: "createCheckoutSession",
    body: {
      amount_kg: 25,
      success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
      cancel_url: "https://shop.example/cart",
      metadata: "cart-1001",
    },
    idempotencyKey: "cart-1001",
  },
  ordersOfCart: { operationId: "listOrders", query: { metadata: "cart-1001" } },
  returnedSession: { operationId: "getCheckoutSession" },
  orderEvents: {
    operationId: "createWebhookEndpoint",
    body: {
      url: "https://example.com/webhooks/carbon",
      event_types: ["checkout_session.completed", "order.fulfilled"],
    },
    idempotencyKey: "webhooks-4711",
  },
  firstPage: { operationId: "listOrders", query: { limit: "2" } },
  nextPage: {
    operationId: "listOrders",
    query: { limit: "2", starting_after: "ord_01kx3v6d0tf9sv4m2c8j5a7b9e" },
  },
  serial: { operationId: "verify", query: { serial: "SBX-GN-1042-2021-2201" } },
  secrets: { operationId: "listWebhookSecrets" },
  newSecret: {
    operationId: "rotateWebhookSecret",
    body: { overlap_hours: 24 },
    idempotencyKey: "rotation-4711",
  },
  testEvent: {
    operationId: "sendTestCallback",
    body: { url: "https://example.com/callbacks/carbon", type: "order.fulfilled" },
  },
  resentEvents: {
    operationId: "redeliverEvents",
    body: { from: "2026-11-20T06:00:00Z", to: "2026-11-20T09:30:00Z" },
  },
  newEvents: {
    operationId: "listEvents",
    query: { limit: "100", ending_before: "evt_01kx3v6d0tf9sv4m2c8j5a7b9e" },
  },
} as const satisfies Record<string, SampleValues & { operationId: string }>;

export type GuideRequestName = keyof typeof requests;

interface GuideRequest {
  name: GuideRequestName;
  operation: Operation;
  values: SampleValues;
}

export function findGuideRequest(name: GuideRequestName): GuideRequest {
  const { operationId, ...values } = requests[name];
  const operation = listOperations().find(({ id }) => id === operationId);
  if (!operation) throw new Error(`The guide has a sample of ${operationId}, which does not exist`);
  return { name, operation, values };
}

export function listGuideRequests(): GuideRequest[] {
  return (Object.keys(requests) as GuideRequestName[]).map(findGuideRequest);
}
