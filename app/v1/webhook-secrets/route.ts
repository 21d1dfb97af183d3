import { route } from "#rest/route";
import { listWebhookSecretsEndpoint, rotateWebhookSecretEndpoint } from "#rest/webhooks";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  listWebhookSecretsEndpoint,
  rotateWebhookSecretEndpoint,
);
