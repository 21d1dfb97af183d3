// Portfolios: weighted collections of project categories that orders are filled from.
import { z } from "zod";
import {
  getPortfolio,
  listPortfolios,
  PortfolioDetailResource,
  PortfolioResource,
  toPortfolioDetailResource,
  toPortfolioResource,
} from "#domain/catalogue";
import { endpoint } from "./endpoint";
import { idParams, listOf, wholeList } from "./shapes";

const tag = "Portfolios";

export const listPortfoliosEndpoint = endpoint({
  method: "GET",
  path: "/portfolios",
  operationId: "listPortfolios",
  tag,
  summary: "List portfolios",
  description: "All portfolios that the account may use, without their categories.",
  query: z.strictObject({}),
  resource: listOf(PortfolioResource),
  run: (ctx) => listPortfolios(ctx),
  present: (rows) => wholeList(rows.map(toPortfolioResource)),
});

export const getPortfolioEndpoint = endpoint({
  method: "GET",
  path: "/portfolios/{id}",
  operationId: "getPortfolio",
  tag,
  summary: "Get a portfolio",
  params: idParams("The portfolio's id", "pf_sandbox_balanced"),
  problems: ["not-found"],
  resource: PortfolioDetailResource,
  run: (ctx, { params }) => getPortfolio(ctx, params),
  present: toPortfolioDetailResource,
});
