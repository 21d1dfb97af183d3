// What happened to orders, and how it is told to whoever asked: the only way into the room.
export { claimEvents } from "./claim-events";
export { retryDelaysMs } from "./delivery-rules";
export { type EventType, emitEvents, eventTypes } from "./emit-events";
export { ensureWebhookSecrets } from "./ensure-webhook-secrets";
export { getDeliveryBacklog } from "./get-delivery-backlog";
export { getEvent } from "./get-event";
export { listEvents } from "./list-events";
export { listFailingAccounts } from "./list-failing-accounts";
export { listLastAttempts } from "./list-last-attempts";
export { listWebhookSecrets } from "./list-webhook-secrets";
export { pauseHost } from "./pause-host";
export { recordAttempts } from "./record-attempts";
export { recordTestCallback } from "./record-test-callback";
export { redeliverEvent } from "./redeliver-event";
export { redeliverEvents } from "./redeliver-events";
export { requireCallbackUrl } from "./require-callback-url";
export {
  EventListItemResource,
  EventResource,
  RedeliveredResource,
  TestCallbackResource,
  toCallback,
  toEventListItemResource,
  toEventResource,
  toRedeliveredResource,
  toTestCallbackResource,
  toWebhookSecretResource,
  WebhookSecretResource,
} from "./resource";
export { resumeHost } from "./resume-host";
export { rotateWebhookSecret } from "./rotate-webhook-secret";
export {
  ListEvents,
  NotificationConfig,
  RedeliverEvents,
  RotateWebhookSecret,
  SendTestCallback,
} from "./schema";
export { sendCallback } from "./send-callback";
export { sendTestCallback } from "./send-test-callback";
export { signCallback } from "./sign-callback";
export type { Allowance, Attempt, ClaimedEvent } from "./store";
export type { EventTables } from "./tables";
