import { checkoutQueries, checkoutTabs } from "#screens/checkout";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import type { ScreenQueries } from "#ui/admin/trpc";

export const views = ["sessions", "payments"] as const;
const names = ["search", "state", "subaccount_id", "from", "to"] as const;

export const queries = ((trpc, inputs) => {
  const { filters, get, list, subaccountId, view } = inputs;
  const isOfModule = checkoutTabs.some(({ show }) => show === get("show"));
  const show = isOfModule ? null : view(views);
  const isOpen = (name: (typeof views)[number]) => ({ enabled: show === name });
  const hasFilter = show === "sessions" || show === "payments";
  return {
    sessions: trpc.checkout.list.queryOptions(list([...names, "last"]), isOpen("sessions")),
    sessionTotals: trpc.checkout.totals.queryOptions(filters(names), isOpen("sessions")),
    payments: trpc.checkout.payments.queryOptions(list([...names, "last"]), isOpen("payments")),
    paymentTotals: trpc.checkout.paymentTotals.queryOptions(filters(names), isOpen("payments")),
    subaccounts: trpc.subaccounts.list.queryOptions(allSubaccounts, {
      enabled: hasFilter && subaccountId === null,
    }),
    ...checkoutQueries(trpc, inputs),
  };
}) satisfies ScreenQueries;
