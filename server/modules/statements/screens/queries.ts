import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ statements }, { get, list }) => ({
  statement: statements.get.queryOptions(list(["month", "subaccount_id"]), {
    enabled: get("show") === "statement",
  }),
})) satisfies ScreenQueries;

export const monthQueries = (({ operatorMonths }, { get, list }) => ({
  month: operatorMonths.get.queryOptions(list(["month"]), { enabled: get("show") === "months" }),
})) satisfies ScreenQueries;
