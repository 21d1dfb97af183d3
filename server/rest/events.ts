import { z } from "zod";
import { pageResource } from "#core/page";
import {
  EventListItemResource,
  EventResource,
  ensureWebhookSecrets,
  getEvent,
  ListEvents,
  listEvents,
  RedeliverEvents,
  RedeliveredResource,
  RotateWebhookSecret,
  recordTestCallback,
  redeliverEvent,
  redeliverEvents,
  rotateWebhookSecret,
  SendTestCallback,
  sendTestCallback,
  TestCallbackResource,
  toEventListItemResource,
  toEventResource,
  toRedeliveredResource,
  toTestCallbackResource,
  toWebhookSecretResource,
  WebhookSecretResource,
} from "#domain/events";
import { getExampleOrder } from "#domain/orders";
import { type Endpoint, endpoint, idParams, listOf, wholeList } from "./endpoint";

const tag = "Events";

export const eventEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/events",
    operationId: "listEvents",
    tag,
    summary: "List events, newest first",
    description:
      "Includes events without receivers, so you can read events here if you have no public " +
      "URL. Returns events of orders, unless you set `type` or `subject_type`. Filters " +
      "combine.",
    query: ListEvents,
    resource: listOf(EventListItemResource),
    run: (ctx, { query }) => listEvents(ctx, query),
    present: (page) => pageResource(page, toEventListItemResource),
  }),

  endpoint({
    method: "GET",
    path: "/events/{id}",
    operationId: "getEvent",
    tag,
    summary: "Get an event with its delivery attempts",
    description:
      "Returns the event, and the time, duration and response of each attempt to deliver " + "it.",
    params: idParams("The event's id", "evt_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["not-found"],
    resource: EventResource,
    run: (ctx, { params }) => getEvent(ctx, params),
    present: toEventResource,
  }),

  endpoint({
    method: "POST",
    path: "/events/{id}/redeliver",
    operationId: "redeliverEvent",
    tag,
    summary: "Send an event again",
    description:
      "Sends it to its callback URL and to the webhook endpoints it was for. It is due now, " +
      "whatever its state, and gets all its retries again. Rejected if it has no receiver.",
    params: idParams("The event's id", "evt_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["conflict", "not-found"],
    resource: EventResource,
    run: (ctx, { params }) => redeliverEvent(ctx, params),
    present: toEventResource,
  }),

  endpoint({
    method: "POST",
    path: "/events/redeliver",
    operationId: "redeliverEvents",
    tag,
    summary: "Send the events of a time range again",
    description:
      "Sends them to the receivers where delivery failed, unless you select another state. " +
      "Each request makes up to 10,000 events due now, oldest first. While `has_more` is " +
      "true, repeat the request.",
    body: RedeliverEvents,
    example: { body: { order_id: undefined, webhook_endpoint_id: undefined } },
    resource: RedeliveredResource,
    run: (ctx, { body }) => redeliverEvents(ctx, body),
    present: toRedeliveredResource,
  }),

  endpoint({
    method: "POST",
    path: "/webhook-test",
    operationId: "sendTestCallback",
    tag,
    summary: "Send a test callback",
    description:
      "Sends one signed callback to the URL and returns the result. The order is an example, " +
      "and the event's id begins with `evt_test`. It is not retried.",
    body: SendTestCallback,
    resource: TestCallbackResource,
    prepare: (ctx, { body }) =>
      sendTestCallback(ctx, { ...body, order: getExampleOrder(body.type) }),
    run: (ctx, _input, sent) => recordTestCallback(ctx, sent),
    present: toTestCallbackResource,
  }),

  endpoint({
    method: "GET",
    path: "/webhook-secrets",
    operationId: "listWebhookSecrets",
    tag,
    summary: "List valid webhook secrets",
    description:
      "The current secret comes first, followed by the previous one during a rotation. " +
      "Anyone with a secret can forge callbacks, so this needs a key with the scope `write`.",
    scope: "write",
    query: z.strictObject({}),
    resource: listOf(WebhookSecretResource),
    run: (ctx) => ensureWebhookSecrets(ctx),
    present: (secrets) => wholeList(secrets.map(toWebhookSecretResource)),
  }),

  endpoint({
    method: "POST",
    path: "/webhook-secrets",
    operationId: "rotateWebhookSecret",
    tag,
    summary: "Create a new webhook secret",
    description:
      "Returns the valid secrets: the new one first, then the previous one, which stays " +
      "valid for `overlap_hours`. Until then callbacks carry a signature of each. An older " +
      "secret that was still valid ends now.",
    status: 201,
    body: RotateWebhookSecret,
    location: () => "/webhook-secrets",
    problems: ["conflict"],
    resource: listOf(WebhookSecretResource),
    run: (ctx, { body }) => rotateWebhookSecret(ctx, body),
    present: (secrets) => wholeList(secrets.map(toWebhookSecretResource)),
  }),
];
