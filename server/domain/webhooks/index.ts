export { listEndpointDeliveries, redeliverToEndpoint } from "./deliveries";
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  requireEndpointUrl,
  rotateEndpointSecret,
  sendEndpointTest,
  updateWebhookEndpoint,
} from "./endpoints";
export {
  createListener,
  deleteIdleListeners,
  pollListener,
} from "./listeners";
export { type Callback, makeCallbacks } from "./make-callbacks";
export {
  CreatedWebhookEndpointResource,
  getExampleSubject,
  PolledResource,
  RotatedEndpointSecretResource,
  subjectResources,
  toCreatedWebhookEndpointResource,
  toWebhookDeliveryResource,
  toWebhookEndpointResource,
  WebhookDeliveryResource,
  WebhookEndpointResource,
} from "./resource";
export {
  CreateListener,
  ListEndpointDeliveries,
  PollListener,
  RedeliverToEndpoint,
  TestWebhookEndpoint,
  WriteWebhookEndpoint,
} from "./schema";
