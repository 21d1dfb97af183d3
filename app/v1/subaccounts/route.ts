import { route } from "#rest/route";
import { createSubaccountEndpoint, listSubaccountsEndpoint } from "#rest/subaccounts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  listSubaccountsEndpoint,
  createSubaccountEndpoint,
);
