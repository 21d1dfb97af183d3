import { moneyQueries, moneyTabs } from "#screens/money";
import type { ScreenQueries } from "#ui/admin/trpc";

export const views = ["payments"] as const;

export const queries = ((trpc, inputs) => {
  const { filters, get, list, view } = inputs;
  const isOfModule = moneyTabs.some((tab) => tab.show === get("show"));
  const show = isOfModule ? null : view(views);
  const isPayments = { enabled: show === "payments" };
  const names = ["search", "state"] as const;
  return {
    payments: trpc.operatorPayments.list.queryOptions(list(names), isPayments),
    paymentTotals: trpc.operatorPayments.totals.queryOptions(filters(names), isPayments),
    tasks: trpc.operatorPayments.tasks.queryOptions(undefined, isPayments),
    transfers: {
      ...trpc.operatorTransfers.list.queryOptions(filters(["search"], { limit: 100 })),
      ...isPayments,
    },
    transferTotals: trpc.operatorTransfers.totals.queryOptions(filters(["search"]), isPayments),
    ...moneyQueries(trpc, inputs),
  };
}) satisfies ScreenQueries;
