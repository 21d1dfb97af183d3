// The projects of the catalogue, with their stock.
import { z } from "zod";
import type { Context, Mode } from "#core/context";
import { text } from "#core/text";
import {
  getProject,
  ListCatalogueProjects,
  listCatalogueProjects,
  listProjectKinds,
  listProjectShares,
  toProjectDetailResource,
} from "#domain/catalogue";
import { listProjectStock } from "#domain/inventory";
import { type Columns, ExportInput, exportPage, placeAfter } from "./csv";
import { forOperator, router } from "./procedures";

const Id = z.strictObject({ id: text(255) });
type Project = Awaited<ReturnType<typeof listCatalogueProjects>>["data"][number];
const { search, registry, type } = ListCatalogueProjects.shape;

async function toRows(ctx: Context & { mode: Mode }, projects: Project[]) {
  const stock = await listProjectStock(ctx, {
    mode: ctx.mode,
    projectIds: projects.map(({ id }) => id),
  });
  const leftOf = Map.groupBy(stock, ({ projectId }) => projectId);
  return projects.map((project) => ({
    id: project.id,
    name: project.name,
    type: project.type,
    developer: project.developer,
    locationName: project.locationName,
    registryName: project.registryName,
    registryId: project.registryId,
    leftKg: (leftOf.get(project.id) ?? []).reduce((kg, vintage) => kg + vintage.leftKg, 0),
  }));
}

export const operatorProjectsRouter = router({
  list: forOperator.input(ListCatalogueProjects).query(async ({ ctx, input }) => {
    const { data, hasMore } = await listCatalogueProjects(ctx, { ...input, mode: ctx.mode });
    return { data: await toRows(ctx, data), has_more: hasMore };
  }),

  /** What can be filtered by. */
  kinds: forOperator.query(({ ctx }) => listProjectKinds(ctx, { mode: ctx.mode })),

  get: forOperator.input(Id).query(async ({ ctx, input: { id } }) => {
    const { mode } = ctx;
    const project = await getProject({ ...ctx, account: { mode } }, { id });
    const [stock, shares] = await Promise.all([
      listProjectStock(ctx, { mode, projectIds: [id] }),
      listProjectShares(ctx, { mode, id }),
    ]);
    return { ...toProjectDetailResource(project), stock, shares };
  }),
});

const columns: Columns<Awaited<ReturnType<typeof toRows>>[number]> = {
  id: (project) => project.id,
  name: (project) => project.name,
  type: (project) => project.type,
  developer: (project) => project.developer,
  location_name: (project) => project.locationName,
  registry_name: (project) => project.registryName,
  registry_id: (project) => project.registryId,
  left_kg: (project) => project.leftKg,
};

export const exportProjects = forOperator
  .input(ExportInput.extend({ after: text(255).nullish(), search, registry, type }))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const wanted = { ...placeAfter(after), ...filters, mode: ctx.mode };
    const { data, hasMore } = await listCatalogueProjects(ctx, wanted);
    return exportPage({ data: await toRows(ctx, data), hasMore }, columns);
  });
