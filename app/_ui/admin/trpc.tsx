"use client";
// The dashboard's way to the server: tRPC for one account and mode, or for none.
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "#trpc/router";
import { fetchJson } from "./proxy-answer";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

interface Props {
  /** The account's slug, and which of its twins. */
  account?: string;
  mode?: "live" | "test";
  children: ReactNode;
}

function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // What was changed may show anywhere: each screen reads again when it is next opened. The one
    // that is open knows best what of it is another now.
    mutationCache: new MutationCache({
      onSuccess: () => client.invalidateQueries({ refetchType: "none" }),
    }),
    defaultOptions: {
      // What is asked for again and again by itself hides what is wrong.
      queries: { staleTime: 10_000, retry: 1 },
    },
  });
  return client;
}

export function TrpcProvider({ account, mode, children }: Props) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: "/trpc",
          fetch: fetchJson,
          headers: {
            ...(account && { "x-carbon-till-account": account }),
            ...(mode && { "x-carbon-till-mode": mode }),
          },
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
