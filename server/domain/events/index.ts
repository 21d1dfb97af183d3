// What happened to orders, and how it is told to whoever asked: the only way into the room.
export { claimEvents } from "./claim-events";
export { KEPT_BODY_BYTES, keptText, retryDelaysMs } from "./delivery-rules";
export { type EventType, emitEvents, eventTypes } from "./emit-events";
export { ensureWebhookSecrets } from "./ensure-webhook-secrets";
export { getEvent } from "./get-event";
export { listEvents } from "./list-events";
export { recordAttempt } from "./record-attempt";
export { redeliverEvent } from "./redeliver-event";
export { requireCallbackUrl } from "./require-callback-url";
export {
  EventListItemResource,
  EventResource,
  toCallback,
  toEventListItemResource,
  toEventResource,
} from "./resource";
export { rotateWebhookSecret } from "./rotate-webhook-secret";
export { NotificationConfig } from "./schema";
export { signCallback } from "./sign-callback";
export type { Attempt, ClaimedEvent } from "./store";
