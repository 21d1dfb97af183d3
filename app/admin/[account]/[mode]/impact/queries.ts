import { allSubaccounts } from "#ui/admin/subaccount-options";
import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ impact, subaccounts }, { get, subaccountId }) => {
  const current = get("subaccount") ?? null;
  return {
    page: impact.page.queryOptions({ subaccount_id: current }),
    subaccounts: subaccounts.list.queryOptions(allSubaccounts, { enabled: subaccountId === null }),
  };
}) satisfies ScreenQueries;
