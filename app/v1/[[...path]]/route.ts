import { routeNotFound } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeNotFound();
