import { route } from "#rest/route";
import { verifyEndpoint } from "#rest/verification";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(verifyEndpoint);
