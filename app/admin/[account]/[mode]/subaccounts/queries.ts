import { SUBACCOUNT_ROWS } from "#ui/admin/subaccount-options";
import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ subaccounts }, { list }) => ({
  subaccounts: subaccounts.list.queryOptions(
    list(["search", "state", "sort"], { limit: SUBACCOUNT_ROWS }),
  ),
})) satisfies ScreenQueries;
