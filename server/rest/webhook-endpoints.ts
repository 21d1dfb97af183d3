// Webhook endpoints: receivers of the account's events.
import { z } from "zod";
import { PageQuery, pageResource } from "#core/page";
import {
  RotateWebhookSecret,
  recordTestCallback,
  TestCallbackResource,
  toTestCallbackResource,
  toWebhookSecretResource,
  WebhookSecretResource,
} from "#domain/events";
import {
  CreatedWebhookEndpointResource,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  ListEndpointDeliveries,
  listEndpointDeliveries,
  listWebhookEndpoints,
  RedeliverToEndpoint,
  redeliverToEndpoint,
  requireEndpointUrl,
  rotateEndpointSecret,
  sendEndpointTest,
  TestWebhookEndpoint,
  toCreatedWebhookEndpointResource,
  toWebhookDeliveryResource,
  toWebhookEndpointResource,
  updateWebhookEndpoint,
  WebhookDeliveryResource,
  WebhookEndpointResource,
  WriteWebhookEndpoint,
} from "#domain/webhooks";
import { type Endpoint, endpoint, idParams, listOf } from "./endpoint";

const tag = "Webhook endpoints";
const params = idParams("The webhook endpoint's id", "whe_01kx3v6d0tf9sv4m2c8j5a7b9e");
const example = { body: { subaccount_id: undefined } };

export const webhookEndpointEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/webhook-endpoints",
    operationId: "createWebhookEndpoint",
    tag,
    summary: "Create a webhook endpoint",
    description:
      "It receives the account's events of its types from now on, signed with a secret of its own, " +
      "which only this answer shows.",
    status: 201,
    body: WriteWebhookEndpoint,
    example,
    problems: ["conflict"],
    location: (created) => `/webhook-endpoints/${created["id"]}`,
    resource: CreatedWebhookEndpointResource,
    prepare: (ctx, { body }) => requireEndpointUrl(ctx, body),
    run: (ctx, { body }, checkedUrl) => createWebhookEndpoint(ctx, { ...body, checkedUrl }),
    present: toCreatedWebhookEndpointResource,
  }),

  endpoint({
    method: "GET",
    path: "/webhook-endpoints",
    operationId: "listWebhookEndpoints",
    tag,
    summary: "List webhook endpoints, newest first",
    query: PageQuery,
    resource: listOf(WebhookEndpointResource),
    run: (ctx, { query }) => listWebhookEndpoints(ctx, query),
    present: (page) => pageResource(page, toWebhookEndpointResource),
  }),

  endpoint({
    method: "GET",
    path: "/webhook-endpoints/{id}",
    operationId: "getWebhookEndpoint",
    tag,
    summary: "Get a webhook endpoint",
    params,
    problems: ["not-found"],
    resource: WebhookEndpointResource,
    run: (ctx, { params }) => getWebhookEndpoint(ctx, params),
    present: toWebhookEndpointResource,
  }),

  endpoint({
    method: "PUT",
    path: "/webhook-endpoints/{id}",
    operationId: "updateWebhookEndpoint",
    tag,
    summary: "Update a webhook endpoint",
    description:
      "Replaces all but the secret. Pending deliveries go to the new URL, and are cancelled where the " +
      "endpoint is disabled.",
    params,
    body: WriteWebhookEndpoint,
    example,
    problems: ["not-found"],
    resource: WebhookEndpointResource,
    prepare: (ctx, { params: { id }, body }) => requireEndpointUrl(ctx, { ...body, id }),
    run: (ctx, { params: { id }, body }, checkedUrl) =>
      updateWebhookEndpoint(ctx, { ...body, id, checkedUrl }),
    present: toWebhookEndpointResource,
  }),

  endpoint({
    method: "DELETE",
    path: "/webhook-endpoints/{id}",
    operationId: "deleteWebhookEndpoint",
    tag,
    summary: "Delete a webhook endpoint",
    description: "Pending deliveries are cancelled. Past ones stay with their events.",
    status: 204,
    params,
    problems: ["not-found"],
    resource: z.null(),
    run: (ctx, { params }) => deleteWebhookEndpoint(ctx, params),
    present: () => null,
  }),

  endpoint({
    method: "POST",
    path: "/webhook-endpoints/{id}/secret",
    operationId: "rotateEndpointSecret",
    tag,
    summary: "Rotate a webhook endpoint's secret",
    description:
      "Answers with the new secret, which only this answer shows. The one before it stays valid for " +
      "`overlap_hours`; meanwhile events have a signature of each.",
    status: 201,
    params,
    body: RotateWebhookSecret,
    problems: ["conflict", "not-found"],
    location: () => "/webhook-endpoints",
    resource: WebhookSecretResource,
    run: (ctx, { params: { id }, body }) => rotateEndpointSecret(ctx, { ...body, id }),
    present: toWebhookSecretResource,
  }),

  endpoint({
    method: "POST",
    path: "/webhook-endpoints/{id}/test",
    operationId: "sendEndpointTest",
    tag,
    summary: "Send a webhook endpoint a test event",
    description:
      "Sends one event, signed as real ones are, and answers with how it went. Its subject is an " +
      "example, and its id begins with `evt_test`. It is not sent again.",
    params,
    body: TestWebhookEndpoint,
    problems: ["not-found"],
    resource: TestCallbackResource,
    prepare: (ctx, { params: { id }, body }) => sendEndpointTest(ctx, { ...body, id }),
    run: (ctx, _input, sent) => recordTestCallback(ctx, sent),
    present: toTestCallbackResource,
  }),

  endpoint({
    method: "GET",
    path: "/webhook-endpoints/{id}/deliveries",
    operationId: "listEndpointDeliveries",
    tag,
    summary: "List a webhook endpoint's deliveries, newest event first",
    params,
    query: ListEndpointDeliveries,
    problems: ["not-found"],
    resource: listOf(WebhookDeliveryResource),
    run: (ctx, { params: { id }, query }) => listEndpointDeliveries(ctx, { ...query, id }),
    present: (page) => pageResource(page, toWebhookDeliveryResource),
  }),

  endpoint({
    method: "POST",
    path: "/webhook-endpoints/{id}/redeliver",
    operationId: "redeliverToEndpoint",
    tag,
    summary: "Send an event to a webhook endpoint",
    description:
      "Again, or for the first time: any event of the account, whatever the endpoint's types. It is " +
      "due at once and retried as if it were new. Refused while the endpoint is disabled.",
    params,
    body: RedeliverToEndpoint,
    problems: ["conflict", "not-found"],
    resource: WebhookDeliveryResource,
    run: (ctx, { params: { id }, body }) => redeliverToEndpoint(ctx, { ...body, id }),
    present: toWebhookDeliveryResource,
  }),
];
