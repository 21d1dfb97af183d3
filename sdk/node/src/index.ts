export {
  ApiError,
  CarbonTillError,
  ConnectionError,
  TimeoutError,
  WebhookVerificationError,
} from "./errors.js";
export { CarbonTill } from "./generated/client.js";
export * from "./generated/schemas.js";
export type { CallOptions, ClientOptions, SubaccountOptions, WriteOptions } from "./http.js";
export { List, type Page } from "./pages.js";
export { type SignedRequest, verifyWebhook } from "./webhooks.js";
