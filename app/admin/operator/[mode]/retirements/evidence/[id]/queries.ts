import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorIncidents }, { id }) => ({
  incident: operatorIncidents.get.queryOptions({ id }),
})) satisfies ScreenQueries;
