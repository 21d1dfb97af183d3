import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ orders, overview }) => ({
  latest: orders.list.queryOptions({ limit: 5 }),
  status: overview.status.queryOptions(),
  impact: overview.impact.queryOptions(),
  history: overview.history.queryOptions(),
})) satisfies ScreenQueries;
