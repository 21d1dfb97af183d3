import { route } from "#rest/route";
import { sendTestCallbackEndpoint } from "#rest/webhooks";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(sendTestCallbackEndpoint);
