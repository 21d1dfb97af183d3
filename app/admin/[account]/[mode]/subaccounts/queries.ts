import type { ScreenQueries } from "#ui/admin/screen-data";
import { SUBACCOUNT_ROWS } from "#ui/admin/subaccount-options";

export const queries = (({ subaccounts }, { list }) => ({
  subaccounts: subaccounts.list.queryOptions(
    list(["search", "state", "sort"], { limit: SUBACCOUNT_ROWS }),
  ),
})) satisfies ScreenQueries;
