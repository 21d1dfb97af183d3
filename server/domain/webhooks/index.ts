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
export { InvoiceListItemResource } from "./invoice-resource";
export { type Callback, makeCallbacks } from "./make-callbacks";
export {
  CreatedWebhookEndpointResource,
  getExampleSubject,
  RotatedEndpointSecretResource,
  subjectResources,
  toCreatedWebhookEndpointResource,
  toWebhookDeliveryResource,
  toWebhookEndpointResource,
  WebhookDeliveryResource,
  WebhookEndpointResource,
} from "./resource";
export {
  ListEndpointDeliveries,
  RedeliverToEndpoint,
  TestWebhookEndpoint,
  WriteWebhookEndpoint,
} from "./schema";
