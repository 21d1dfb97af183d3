import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ brand, impact, orders, subaccounts }, { id }) => ({
  subaccount: subaccounts.get.queryOptions({ id }),
  brand: brand.get.queryOptions({ subaccount_id: id }),
  orders: orders.list.queryOptions({ limit: 10, subaccount_id: id }),
  impact: impact.get.queryOptions({ subaccount_id: id }),
})) satisfies ScreenQueries;
