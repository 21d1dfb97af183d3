import { z } from "zod";
import {
  getPortfolio,
  getProject,
  getProjectCategory,
  listPortfolios,
  listProjectCategories,
  listProjects,
  PortfolioDetailResource,
  PortfolioResource,
  ProjectCategoryResource,
  ProjectDetailResource,
  ProjectResource,
  toPortfolioDetailResource,
  toPortfolioResource,
  toProjectCategoryResource,
  toProjectDetailResource,
  toProjectResource,
} from "#domain/catalogue";
import { type Endpoint, endpoint, idParams, listOf, wholeList } from "./endpoint";

const tag = "Projects";

export const catalogueEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/portfolios",
    operationId: "listPortfolios",
    tag: "Portfolios",
    summary: "List portfolios",
    description: "Returns all portfolios that your account can use, without their categories.",
    query: z.strictObject({}),
    resource: listOf(PortfolioResource),
    run: (ctx) => listPortfolios(ctx),
    present: (rows) => wholeList(rows.map(toPortfolioResource)),
  }),

  endpoint({
    method: "GET",
    path: "/portfolios/{id}",
    operationId: "getPortfolio",
    tag: "Portfolios",
    summary: "Get a portfolio",
    description:
      "Returns the portfolio with its price, and the share of each category with its " +
      "projects.",
    params: idParams("The portfolio's id", "pf_sandbox_balanced"),
    problems: ["not-found"],
    resource: PortfolioDetailResource,
    run: async (ctx, { params }) => {
      const portfolio = await getPortfolio(ctx, params);
      return toPortfolioDetailResource(portfolio, ctx.account.currency);
    },
    present: (portfolio) => portfolio,
  }),

  endpoint({
    method: "GET",
    path: "/project-categories",
    operationId: "listProjectCategories",
    tag,
    summary: "List project categories",
    description: "Returns the categories that portfolios consist of, each with its projects.",
    query: z.strictObject({}),
    resource: listOf(ProjectCategoryResource),
    run: async (ctx) => {
      const rows = await listProjectCategories(ctx);
      return rows.map((row) => toProjectCategoryResource(row, ctx.account.currency));
    },
    present: wholeList,
  }),

  endpoint({
    method: "GET",
    path: "/project-categories/{id}",
    operationId: "getProjectCategory",
    tag,
    summary: "Get a project category",
    description: "Returns the category with its projects.",
    params: idParams("The category's id", "cat_sandbox_forests_wetlands"),
    problems: ["not-found"],
    resource: ProjectCategoryResource,
    run: async (ctx, { params }) => {
      const category = await getProjectCategory(ctx, params);
      return toProjectCategoryResource(category, ctx.account.currency);
    },
    present: (category) => category,
  }),

  endpoint({
    method: "GET",
    path: "/projects",
    operationId: "listProjects",
    tag,
    summary: "List projects",
    description: "Returns all projects of the catalogue, without their issuances.",
    query: z.strictObject({}),
    resource: listOf(ProjectResource),
    run: (ctx) => listProjects(ctx),
    present: (rows) => wholeList(rows.map(toProjectResource)),
  }),

  endpoint({
    method: "GET",
    path: "/projects/{id}",
    operationId: "getProject",
    tag,
    summary: "Get a project with its credit issuances",
    description:
      "Returns the project as its registry and developer describe it, and the credits that " +
      "were issued, by vintage.",
    params: idParams("The project's id", "prj_sandbox_salt_heron_mangroves"),
    problems: ["not-found"],
    resource: ProjectDetailResource,
    run: (ctx, { params }) => getProject(ctx, params),
    present: toProjectDetailResource,
  }),
];
