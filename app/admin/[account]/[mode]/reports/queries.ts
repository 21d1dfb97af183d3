import { reportQueries, reportTabs } from "#screens/reports";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import type { ScreenQueries } from "#ui/admin/trpc";

const names = ["from", "to", "subaccount_id", "registry", "registry_status"] as const;

export const queries = ((trpc, inputs) => {
  const { filters, get, list, subaccountId } = inputs;
  const isRetirements = { enabled: !reportTabs.some(({ show }) => show === get("show")) };
  return {
    retirements: trpc.retirements.list.queryOptions(list(names), isRetirements),
    totals: trpc.retirements.totals.queryOptions(filters(names), isRetirements),
    subaccounts: trpc.subaccounts.list.queryOptions(allSubaccounts, {
      enabled: subaccountId === null,
    }),
    ...reportQueries(trpc, inputs),
  };
}) satisfies ScreenQueries;
