import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorIncidents }, { list, filters }) => ({
  list: operatorIncidents.list.queryOptions(list(["kind", "state"])),
  totals: operatorIncidents.totals.queryOptions(filters(["kind", "state"])),
})) satisfies ScreenQueries;
