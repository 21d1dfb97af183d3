import { route } from "#rest/route";
import {
  deleteSubaccountEndpoint,
  getSubaccountEndpoint,
  updateSubaccountEndpoint,
} from "#rest/subaccounts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getSubaccountEndpoint,
  updateSubaccountEndpoint,
  deleteSubaccountEndpoint,
);
