import { getImpactPageEndpoint, setImpactPageEndpoint } from "#rest/impact";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getImpactPageEndpoint,
  setImpactPageEndpoint,
);
