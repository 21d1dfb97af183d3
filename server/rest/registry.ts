// All endpoints of the API, in the order in which the documents show them.
import type { Endpoint } from "./endpoint";
import {
  cancelOrderEndpoint,
  getOrderEndpoint,
  listOrdersEndpoint,
  placeOrderEndpoint,
} from "./orders";
import { getPortfolioEndpoint, listPortfoliosEndpoint } from "./portfolios";
import { getProjectCategoryEndpoint, listProjectCategoriesEndpoint } from "./project-categories";
import { getProjectEndpoint, listProjectsEndpoint } from "./projects";
import { quoteMassEndpoint } from "./quotes";
import {
  createSubaccountEndpoint,
  getSubaccountEndpoint,
  listSubaccountsEndpoint,
} from "./subaccounts";

export const endpoints: Endpoint[] = [
  placeOrderEndpoint,
  listOrdersEndpoint,
  getOrderEndpoint,
  cancelOrderEndpoint,
  quoteMassEndpoint,
  createSubaccountEndpoint,
  listSubaccountsEndpoint,
  getSubaccountEndpoint,
  listPortfoliosEndpoint,
  getPortfolioEndpoint,
  listProjectCategoriesEndpoint,
  getProjectCategoryEndpoint,
  listProjectsEndpoint,
  getProjectEndpoint,
];
