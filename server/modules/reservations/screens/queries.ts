import type { ScreenQueries } from "#ui/admin/trpc";

export const listQueries = (({ reservations }, { get, list }) => {
  const isOpen = { enabled: get("show") === "reservations" };
  return {
    reservations: reservations.list.queryOptions(list(), isOpen),
    reservationTotals: reservations.totals.queryOptions({}, isOpen),
  };
}) satisfies ScreenQueries;
