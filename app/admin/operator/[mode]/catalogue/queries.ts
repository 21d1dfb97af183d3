import type { ScreenQueries } from "#ui/admin/trpc";

export const views = ["projects", "categories", "portfolios", "factors"] as const;

export const queries = ((trpc, { list, view }) => {
  const isOpen = (name: (typeof views)[number]) => ({ enabled: view(views) === name });
  return {
    projects: trpc.operatorProjects.list.queryOptions(
      list(["search", "registry", "type"]),
      isOpen("projects"),
    ),
    kinds: trpc.operatorProjects.kinds.queryOptions(undefined, isOpen("projects")),
    categories: trpc.operatorCategories.list.queryOptions(undefined, isOpen("categories")),
    portfolios: trpc.operatorPortfolios.list.queryOptions(undefined, isOpen("portfolios")),
    factors: trpc.operatorFactors.list.queryOptions(undefined, isOpen("factors")),
  };
}) satisfies ScreenQueries;
