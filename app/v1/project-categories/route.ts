import { listProjectCategoriesEndpoint } from "#rest/project-categories";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(listProjectCategoriesEndpoint);
