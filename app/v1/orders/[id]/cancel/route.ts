import { cancelOrderEndpoint } from "#rest/orders";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(cancelOrderEndpoint);
