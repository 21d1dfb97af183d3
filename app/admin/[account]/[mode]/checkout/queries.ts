import { allSubaccounts } from "#ui/admin/subaccount-options";
import type { ScreenQueries } from "#ui/admin/trpc";

export const views = ["sessions", "payments", "links", "reservations"] as const;
const names = ["search", "state", "subaccount_id", "from", "to"] as const;

export const queries = ((trpc, { filters, list, subaccountId, view }) => {
  const show = view(views);
  const isOpen = (name: (typeof views)[number]) => ({ enabled: show === name });
  const hasFilter = show === "sessions" || show === "payments";
  return {
    sessions: trpc.checkout.list.queryOptions(list([...names, "last"]), isOpen("sessions")),
    sessionTotals: trpc.checkout.totals.queryOptions(filters(names), isOpen("sessions")),
    payments: trpc.checkout.payments.queryOptions(list([...names, "last"]), isOpen("payments")),
    paymentTotals: trpc.checkout.paymentTotals.queryOptions(filters(names), isOpen("payments")),
    links: trpc.links.list.queryOptions(list(), isOpen("links")),
    linkTotals: trpc.links.totals.queryOptions(undefined, isOpen("links")),
    reservations: trpc.reservations.list.queryOptions(list(), isOpen("reservations")),
    reservationTotals: trpc.reservations.totals.queryOptions({}, isOpen("reservations")),
    subaccounts: trpc.subaccounts.list.queryOptions(allSubaccounts, {
      enabled: hasFilter && subaccountId === null,
    }),
  };
}) satisfies ScreenQueries;
