import { listProjectsEndpoint } from "#rest/projects";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(listProjectsEndpoint);
