import { route } from "#rest/route";
import { getSubaccountEndpoint } from "#rest/subaccounts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSubaccountEndpoint);
