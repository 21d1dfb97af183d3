import type { ScreenQueries } from "#ui/admin/trpc";

const lotFilters = ["project", "category", "vintage", "stock"] as const;

export const queries = (({ operatorLots }, { filters, get, list }) => {
  const isLots = get("show") === "lots";
  return {
    choices: operatorLots.filters.queryOptions(),
    projects: operatorLots.stock.queryOptions(list(["category", "within", "sort"]), {
      enabled: !isLots,
    }),
    lots: operatorLots.list.queryOptions(list(["search", ...lotFilters]), { enabled: isLots }),
    // A search looks for one lot, whatever the filters.
    totals: operatorLots.totals.queryOptions(filters(lotFilters), {
      enabled: isLots && !get("search"),
    }),
  };
}) satisfies ScreenQueries;
