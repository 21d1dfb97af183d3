import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorProjects }, { list }) => ({
  list: operatorProjects.list.queryOptions(list(["search", "registry", "type"])),
  kinds: operatorProjects.kinds.queryOptions(),
})) satisfies ScreenQueries;
