import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorAccounts }, { list }) => ({
  accounts: operatorAccounts.list.queryOptions(list(["search"])),
})) satisfies ScreenQueries;
