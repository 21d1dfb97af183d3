// Subaccounts: parts of the account with orders, certificates and impact of their own.
import { PageQuery } from "#core/page";
import {
  CreateSubaccount,
  createSubaccount,
  getSubaccount,
  listSubaccounts,
  SubaccountResource,
  toSubaccountResource,
} from "#domain/accounts";
import { endpoint } from "./endpoint";
import { idParams, listOf, pageResource } from "./shapes";

const tag = "Subaccounts";

export const createSubaccountEndpoint = endpoint({
  method: "POST",
  path: "/subaccounts",
  operationId: "createSubaccount",
  tag,
  summary: "Create a subaccount",
  status: 201,
  body: CreateSubaccount,
  location: (subaccount) => `/subaccounts/${subaccount["id"]}`,
  resource: SubaccountResource,
  run: (ctx, { body }) => createSubaccount(ctx, body),
  present: toSubaccountResource,
});

export const listSubaccountsEndpoint = endpoint({
  method: "GET",
  path: "/subaccounts",
  operationId: "listSubaccounts",
  tag,
  summary: "List subaccounts, newest first",
  query: PageQuery,
  resource: listOf(SubaccountResource),
  run: (ctx, { query }) => listSubaccounts(ctx, query),
  present: (page) => pageResource(page, toSubaccountResource),
});

export const getSubaccountEndpoint = endpoint({
  method: "GET",
  path: "/subaccounts/{id}",
  operationId: "getSubaccount",
  tag,
  summary: "Get a subaccount",
  params: idParams("The subaccount's id"),
  problems: ["not-found"],
  resource: SubaccountResource,
  run: (ctx, { params }) => getSubaccount(ctx, params),
  present: toSubaccountResource,
});
