import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = ((trpc, { get, id }) => {
  const enabled = get("show") === "sale";
  return {
    project: trpc.operatorProjects.get.queryOptions({ id }),
    categories: trpc.operatorCategories.list.queryOptions(undefined, { enabled }),
    portfolios: trpc.operatorPortfolios.list.queryOptions(undefined, { enabled }),
  };
}) satisfies ScreenQueries;
