import { MutationCache, type Query, QueryClient } from "@tanstack/react-query";
import { isTRPCClientError } from "@trpc/client";
import type { AppRouter } from "#trpc/router";

const FRESH_MS = 10_000;

/** True for what the server will refuse again: a value that it doesn't know, or a missing object. */
const isLasting = (error: unknown) =>
  isTRPCClientError<AppRouter>(error) &&
  ["BAD_REQUEST", "NOT_FOUND"].includes(error.data?.code ?? "");

export function createQueryClient(): QueryClient {
  let changedAt = 0;
  const client: QueryClient = new QueryClient({
    // A change may show on any screen, so each reloads when it is next opened. The open screen
    // reloads what it needs itself.
    mutationCache: new MutationCache({
      async onSuccess() {
        changedAt = Date.now();
        // A load under way may read from before the change, and a reload would wait for it.
        const loading = new Set<Query>(client.getQueryCache().findAll({ fetchStatus: "fetching" }));
        const isLoading = { predicate: (query: Query) => loading.has(query) };
        await client.cancelQueries(isLoading);
        await client.invalidateQueries({ refetchType: "none" });
        void client.refetchQueries({ ...isLoading, type: "active" });
      },
    }),
    defaultOptions: {
      queries: {
        // A screen that was prefetched before a change brings data from before it.
        staleTime: ({ state }) => (state.dataUpdatedAt > changedAt ? FRESH_MS : 0),
        // More retries would only hide an error from the reader, and these don't pass.
        retry: (failures, error) => failures === 0 && !isLasting(error),
      },
    },
  });
  return client;
}
