import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorIncidents }, { id }) => ({
  incident: operatorIncidents.get.queryOptions({ id }),
})) satisfies ScreenQueries;
