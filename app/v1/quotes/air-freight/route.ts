import { quoteAirFreightEndpoint } from "#rest/quotes";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(quoteAirFreightEndpoint);
