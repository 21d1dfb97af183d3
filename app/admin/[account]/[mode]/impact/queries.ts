import type { ScreenQueries } from "#ui/admin/screen-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";

export const queries = (({ impact, subaccounts }, { get }) => {
  const current = get("subaccount") ?? null;
  return {
    page: impact.page.queryOptions({ subaccount_id: current }),
    subaccounts: subaccounts.list.queryOptions(allSubaccounts),
    subaccount: subaccounts.get.queryOptions({ id: current ?? "" }, { enabled: current !== null }),
  };
}) satisfies ScreenQueries;
