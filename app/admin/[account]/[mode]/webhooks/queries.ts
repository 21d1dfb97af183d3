import type { RouterOutput } from "#trpc/router";
import type { ScreenQueries } from "#ui/admin/trpc";

const POLL_MS = 2000;

interface Polled<Data> {
  state: { data?: Data | undefined };
}
type Event = RouterOutput["webhooks"]["get"];
type Deliveries = RouterOutput["webhookEndpoints"]["deliveries"];

const isPending = (event: { delivery_state: string }) => event.delivery_state === "pending";

export const queries = (({ webhookEndpoints, webhooks }, { get, list }) => {
  const [endpointId, eventId] = [get("endpoint") ?? "", get("event") ?? ""];
  const isEndpoint = { enabled: endpointId !== "" };
  const isEvent = { enabled: eventId !== "" };
  const isList = { enabled: endpointId === "" && eventId === "" };
  const filters = ["type", "delivery_state", "search"] as const;
  return {
    endpoints: webhookEndpoints.list.queryOptions({ limit: 100 }, isList),
    events: webhooks.list.queryOptions(list(filters), isList),
    endpoint: webhookEndpoints.get.queryOptions({ id: endpointId }, isEndpoint),
    deliveries: {
      ...webhookEndpoints.deliveries.queryOptions(list(["delivery_state"], { id: endpointId })),
      ...isEndpoint,
      refetchInterval: ({ state }: Polled<Deliveries>) =>
        state.data?.data.some(isPending) ? POLL_MS : false,
    },
    event: {
      ...webhooks.get.queryOptions({ id: eventId }, isEvent),
      refetchInterval: ({ state }: Polled<Event>) =>
        state.data && isPending(state.data) ? POLL_MS : false,
    },
  };
}) satisfies ScreenQueries;
