// What signs the account's callbacks, and a test of whoever receives them.
import { z } from "zod";
import {
  ensureWebhookSecrets,
  RotateWebhookSecret,
  recordTestCallback,
  rotateWebhookSecret,
  SendTestCallback,
  sendTestCallback,
  TestCallbackResource,
  toTestCallbackResource,
  toWebhookSecretResource,
  WebhookSecretResource,
} from "#domain/events";
import { getExampleOrder } from "#domain/orders";
import { endpoint } from "./endpoint";
import { listOf, wholeList } from "./shapes";

const tag = "Events";

export const sendTestCallbackEndpoint = endpoint({
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
  prepare: (ctx, { body }) => sendTestCallback(ctx, { ...body, order: getExampleOrder(body.type) }),
  run: (ctx, _input, sent) => recordTestCallback(ctx, sent),
  present: toTestCallbackResource,
});

export const listWebhookSecretsEndpoint = endpoint({
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
});

export const rotateWebhookSecretEndpoint = endpoint({
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
});
