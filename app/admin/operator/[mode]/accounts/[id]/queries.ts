import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorAccounts, operatorBilling }, { id, list }) => ({
  account: operatorAccounts.get.queryOptions({ id }),
  prices: operatorAccounts.prices.queryOptions({ id }),
  billing: operatorBilling.account.queryOptions({ id }),
  invoices: operatorBilling.invoices.queryOptions(list([], { id })),
})) satisfies ScreenQueries;
