import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = ((trpc, { get, list }) => ({
  disclosure: trpc.disclosures.summary.queryOptions(list(["year", "subaccount_id"]), {
    enabled: get("show") === "disclosure",
  }),
})) satisfies ScreenQueries;
