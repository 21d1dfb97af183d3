import { redeliverEventsEndpoint } from "#rest/events";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(redeliverEventsEndpoint);
