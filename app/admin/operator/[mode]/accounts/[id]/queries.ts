import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorAccounts }, { get, id }) => {
  const isAccount = { enabled: (get("document") ?? "") === "" };
  return {
    account: operatorAccounts.get.queryOptions({ id }, isAccount),
    prices: operatorAccounts.prices.queryOptions({ id }, isAccount),
  };
}) satisfies ScreenQueries;
