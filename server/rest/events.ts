// Events, the secrets that sign them, and test callbacks.

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
      "Whether they have receivers or not: whoever has no public URL reads them here instead. Events " +
      "of orders, unless `type` or `subject_type` names others. Filters combine.",
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
    summary: "Get an event with the attempts to deliver it",
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
      "To its callback URL and the webhook endpoints that it was for. It is due at once, whether it " +
      "was delivered, failed or is still pending, and is retried as if it were new. Refused where " +
      "it has no receiver.",
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
    summary: "Send the events of a stretch of time again",
    description:
      "To those receivers for which they failed, unless you name another state. They are due at " +
      "once, the oldest 10,000 at a time; while `has_more` is true, ask again.",
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
      "Sends one callback to the URL, signed as real ones are, and answers with how it went. Its " +
      "order is an example, and its id begins with `evt_test`. It is not sent again.",
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
    summary: "List the webhook secrets that are valid",
    description:
      "The current one first; during a rotation also the one before it. Whoever has a secret can " +
      "forge callbacks, so this needs a key with the scope `write`.",
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
    summary: "Make a new webhook secret",
    description:
      "Answers with the secrets that are valid then: the new one first, then the one before it, " +
      "which stays valid for `overlap_hours`. Meanwhile callbacks have a signature of each. A " +
      "secret that was still valid from an earlier rotation ends at once.",
    status: 201,
    body: RotateWebhookSecret,
    location: () => "/webhook-secrets",
    problems: ["conflict"],
    resource: listOf(WebhookSecretResource),
    run: (ctx, { body }) => rotateWebhookSecret(ctx, body),
    present: (secrets) => wholeList(secrets.map(toWebhookSecretResource)),
  }),
];
