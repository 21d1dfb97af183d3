import { expireCheckoutSessionEndpoint } from "#rest/checkout-sessions";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(expireCheckoutSessionEndpoint);
