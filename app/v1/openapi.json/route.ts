import { openapiEndpoint } from "#rest/openapi";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(openapiEndpoint);
