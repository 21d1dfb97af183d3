import { route } from "#rest/route";
import { downloadLogoEndpoint, removeLogoEndpoint, uploadLogoEndpoint } from "#rest/subaccounts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  uploadLogoEndpoint,
  downloadLogoEndpoint,
  removeLogoEndpoint,
);
