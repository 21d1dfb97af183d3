// Projects: where the credits come from.
import { z } from "zod";
import {
  getProject,
  listProjects,
  ProjectDetailResource,
  ProjectResource,
  toProjectDetailResource,
  toProjectResource,
} from "#domain/catalogue";
import { endpoint } from "./endpoint";
import { idParams, listOf, wholeList } from "./shapes";

const tag = "Projects";

export const listProjectsEndpoint = endpoint({
  method: "GET",
  path: "/projects",
  operationId: "listProjects",
  tag,
  summary: "List projects",
  query: z.strictObject({}),
  resource: listOf(ProjectResource),
  run: (ctx) => listProjects(ctx),
  present: (rows) => wholeList(rows.map(toProjectResource)),
});

export const getProjectEndpoint = endpoint({
  method: "GET",
  path: "/projects/{id}",
  operationId: "getProject",
  tag,
  summary: "Get a project with its credit issuances",
  params: idParams("The project's id", "prj_sandbox_salt_heron_mangroves"),
  problems: ["not-found"],
  resource: ProjectDetailResource,
  run: (ctx, { params }) => getProject(ctx, params),
  present: toProjectDetailResource,
});
