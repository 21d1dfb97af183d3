// The outbox: events of an account's subjects, and their delivery to receivers.
export { getDeliveryBacklog, listFailingAccounts, listRetryingAccounts } from "./backlog";
export {
  type Allowance,
  type Attempt,
  type ClaimedDelivery,
  claimDeliveries,
  recordAttempts,
} from "./delivery-queue";
export {
  bodyText,
  CALLBACK,
  type DeliveryState,
  deliveryTimes,
  retryDelaysMs,
} from "./delivery-rules";
export { getEvent, listEvents, listLastAttempts, withPauses } from "./event-queries";
export { type FailingReceiver, listFailingReceivers } from "./failing-receivers";
export { cancelDeliveries, pauseLane, resumeLane } from "./lanes";
export { deleteOldDeliveries, deleteOldEvents, removeOldResponses } from "./old-deliveries";
export { emitEvents, type NewEvent } from "./outbox";
export { redeliverEvent, redeliverEvents, redeliverTo } from "./redelivery";
export {
  DeliveryAttemptResource,
  EventListItemResource,
  EventResource,
  RedeliveredResource,
  TestCallbackResource,
  toDeliveryAttempts,
  toEventListItemResource,
  toEventResource,
  toRedeliveredResource,
  toTestCallbackResource,
  toWebhookSecretResource,
  WebhookSecretResource,
} from "./resource";
export {
  type EventType,
  events,
  eventTypes,
  ListEvents,
  NotificationConfig,
  RedeliverEvents,
  RotateWebhookSecret,
  SendTestCallback,
  type SubjectType,
  subjectTypeOf,
} from "./schema";
export {
  ensureWebhookSecrets,
  listWebhookSecrets,
  makeWebhookSecret,
  replaceWebhookSecret,
  rotateWebhookSecret,
  signCallback,
  signerKey,
} from "./secrets";
export {
  callbackText,
  isLocalReceiver,
  recordTestCallback,
  requireCallbackUrl,
  sendCallback,
  sendExample,
  sendTestCallback,
  toCallback,
} from "./sending";
export type { EventTables } from "./tables";
