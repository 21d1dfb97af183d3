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
  CreatedWebhookEndpointResource,
  getExampleSubject,
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
