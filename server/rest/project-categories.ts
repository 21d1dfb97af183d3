// Project categories: what kind of work the credits of a project come from.
import { z } from "zod";
import {
  getProjectCategory,
  listProjectCategories,
  ProjectCategoryResource,
  toProjectCategoryResource,
} from "#domain/catalogue";
import { endpoint } from "./endpoint";
import { idParams, listOf, wholeList } from "./shapes";

const tag = "Projects";

export const listProjectCategoriesEndpoint = endpoint({
  method: "GET",
  path: "/project-categories",
  operationId: "listProjectCategories",
  tag,
  summary: "List project categories",
  query: z.strictObject({}),
  resource: listOf(ProjectCategoryResource),
  run: (ctx) => listProjectCategories(ctx),
  present: (rows) => wholeList(rows.map(toProjectCategoryResource)),
});

export const getProjectCategoryEndpoint = endpoint({
  method: "GET",
  path: "/project-categories/{id}",
  operationId: "getProjectCategory",
  tag,
  summary: "Get a project category",
  params: idParams("The category's id", "cat_sandbox_forests_wetlands"),
  problems: ["not-found"],
  resource: ProjectCategoryResource,
  run: (ctx, { params }) => getProjectCategory(ctx, params),
  present: toProjectCategoryResource,
});
