import type { ScreenQueries } from "#ui/admin/trpc";

export const listQueries = (({ links }, { get, list }) => {
  const isOpen = { enabled: get("show") === "links" };
  return {
    links: links.list.queryOptions(list(), isOpen),
    linkTotals: links.totals.queryOptions(undefined, isOpen),
  };
}) satisfies ScreenQueries;

export const queries = (({ links }, { id }) => ({
  link: links.get.queryOptions({ id }),
})) satisfies ScreenQueries;
