import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ links }, { id }) => ({
  link: links.get.queryOptions({ id }),
})) satisfies ScreenQueries;
