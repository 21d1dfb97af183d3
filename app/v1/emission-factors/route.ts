import { listEmissionFactorsEndpoint } from "#rest/emission-factors";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(listEmissionFactorsEndpoint);
