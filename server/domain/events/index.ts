// The outbox: what happened to the subjects of accounts, and its delivery to receivers.
export { getDeliveryBacklog, listFailingAccounts } from "./backlog";
export {
  type Allowance,
  type Attempt,
  type ClaimedDelivery,
  claimDeliveries,
  recordAttempts,
} from "./delivery-queue";
export { deliveryTimes, retryDelaysMs } from "./delivery-rules";
export { getEvent, listEvents, listLastAttempts } from "./event-queries";
export { type EventType, eventTypes } from "./event-types";
export { pauseLane, resumeLane } from "./lanes";
export { emitEvents } from "./outbox";
export { redeliverEvent, redeliverEvents } from "./redelivery";
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
export {
  ListEvents,
  NotificationConfig,
  RedeliverEvents,
  RotateWebhookSecret,
  SendTestCallback,
} from "./schema";
export { ensureWebhookSecrets, listWebhookSecrets, rotateWebhookSecret } from "./secrets";
export {
  recordTestCallback,
  requireCallbackUrl,
  sendCallback,
  sendTestCallback,
} from "./sending";
export { signCallback } from "./signing";
export type { EventTables } from "./tables";
