import { quoteGroundFreightEndpoint } from "#rest/quotes";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(quoteGroundFreightEndpoint);
