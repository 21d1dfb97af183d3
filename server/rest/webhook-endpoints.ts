import { z } from "zod";
import { PageQuery, pageResource } from "#core/page";
import {
  RotateWebhookSecret,
  recordTestCallback,
  TestCallbackResource,
  toTestCallbackResource,
  toWebhookSecretResource,
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
  RotatedEndpointSecretResource,
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
      "It receives the account's events of the selected types from now on. They are signed " +
      "with its own secret, which only this response contains.",
    status: 201,
    body: WriteWebhookEndpoint,
    example,
    problems: ["conflict"],
    location: (created) => `/webhook-endpoints/${created["id"]}`,
    resource: CreatedWebhookEndpointResource,
    secretField: "secret",
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
    description: "Returns enabled and disabled endpoints. Their secrets are not included.",
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
    description: "Returns the endpoint with its event types. Its secret is not included.",
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
      "Replaces everything except the secret. Pending deliveries go to the new URL, or are " +
      "cancelled if you disable the endpoint.",
    params,
    body: WriteWebhookEndpoint,
    example,
    problems: ["conflict", "not-found"],
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
    description: "Cancels pending deliveries. Past ones stay with their events.",
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
      "Returns the new secret, which only this response contains. The previous secret stays " +
      "valid for `overlap_hours`; until then events carry a signature of each.",
    status: 201,
    params,
    body: RotateWebhookSecret,
    problems: ["not-found"],
    location: () => "/webhook-endpoints",
    resource: RotatedEndpointSecretResource,
    secretField: "secret",
    run: (ctx, { params: { id }, body }) => rotateEndpointSecret(ctx, { ...body, id }),
    present: toWebhookSecretResource,
  }),

  endpoint({
    method: "POST",
    path: "/webhook-endpoints/{id}/test",
    operationId: "sendEndpointTest",
    tag,
    summary: "Send a test event to a webhook endpoint",
    description:
      "Sends one signed event and returns the result. The subject is an example, and the " +
      "event's id begins with `evt_test`. It is not retried.",
    params,
    body: TestWebhookEndpoint,
    problems: ["conflict", "not-found"],
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
    description:
      "Returns the events that were sent to the endpoint or wait to be sent, with the state " +
      "of each delivery.",
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
      "Sends any event of the account, again or for the first time, whatever the endpoint's " +
      "types. It is due now and gets all its retries. Rejected while the endpoint is " +
      "disabled.",
    params,
    body: RedeliverToEndpoint,
    problems: ["conflict", "not-found"],
    resource: WebhookDeliveryResource,
    run: (ctx, { params: { id }, body }) => redeliverToEndpoint(ctx, { ...body, id }),
    present: toWebhookDeliveryResource,
  }),
];
