import type { ScreenQueries } from "#ui/admin/trpc";

export const views = ["billing", "payments", "months"] as const;

export const queries = ((trpc, { filters, list, view }) => {
  const show = view(views);
  const isBilling = { enabled: show === "billing" };
  const isPayments = { enabled: show === "payments" };
  const names = ["search", "state"] as const;
  return {
    billing: trpc.operatorBilling.get.queryOptions(undefined, isBilling),
    unbilledSales: trpc.operatorBilling.unbilledSales.queryOptions(undefined, isBilling),
    openItems: trpc.operatorBilling.openItems.queryOptions(undefined, isBilling),
    payments: trpc.operatorPayments.list.queryOptions(list(names), isPayments),
    paymentTotals: trpc.operatorPayments.totals.queryOptions(filters(names), isPayments),
    tasks: trpc.operatorPayments.tasks.queryOptions(undefined, isPayments),
    transfers: {
      ...trpc.operatorTransfers.list.queryOptions(filters(["search"], { limit: 100 })),
      ...isPayments,
    },
    transferTotals: trpc.operatorTransfers.totals.queryOptions(filters(["search"]), isPayments),
    month: trpc.operatorMonths.get.queryOptions(list(["month"]), { enabled: show === "months" }),
  };
}) satisfies ScreenQueries;
