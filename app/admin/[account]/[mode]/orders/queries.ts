import { allSubaccounts } from "#ui/admin/subaccount-options";
import type { ScreenQueries } from "#ui/admin/trpc";

const names = [
  "search",
  "state",
  "channel",
  "subaccount_id",
  "from",
  "to",
  "fulfilled_from",
  "fulfilled_to",
] as const;

export const queries = (({ orders, subaccounts }, { filters, list, subaccountId }) => ({
  orders: orders.list.queryOptions(list([...names, "sort", "last"])),
  totals: orders.totals.queryOptions(filters(names)),
  subaccounts: subaccounts.list.queryOptions(allSubaccounts, { enabled: subaccountId === null }),
})) satisfies ScreenQueries;
