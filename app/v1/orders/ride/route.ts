import { placeRideOrderEndpoint } from "#rest/ride-orders";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(placeRideOrderEndpoint);
