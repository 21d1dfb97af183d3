import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorAccounts }, { list }) => ({
  accounts: operatorAccounts.list.queryOptions(list(["search"])),
})) satisfies ScreenQueries;
