import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ brand, merchant, portfolios, settings }) => ({
  settings: settings.get.queryOptions(),
  brand: brand.get.queryOptions({ subaccount_id: null }),
  seller: merchant.get.queryOptions(),
  portfolios: portfolios.list.queryOptions(),
})) satisfies ScreenQueries;
