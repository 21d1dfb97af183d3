import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ links }, { id }) => ({
  link: links.get.queryOptions({ id }),
})) satisfies ScreenQueries;
