import type { ScreenQueries } from "#ui/admin/trpc";

const POLL_MS = 3000;

export const queries = (({ orders }, { id }) => ({
  order: orders.get.queryOptions(
    { id },
    {
      refetchInterval: ({ state: { data } }) => {
        const isSending = data?.events.some((event) => event.delivery_state === "pending");
        return data?.state === "placed" || isSending ? POLL_MS : false;
      },
    },
  ),
})) satisfies ScreenQueries;
