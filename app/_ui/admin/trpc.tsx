"use client";
// The dashboard's way to the server: tRPC for one account and mode, or for none.
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { type ReactNode, useRef, useState } from "react";
import type { AppRouter } from "#trpc/router";
import { ProofDialog } from "./proof-dialog";
import { proofLink } from "./proof-link";
import { fetchJson } from "./proxy-answer";
import { TRPCProvider, useTRPC } from "./trpc-context";

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

/** One dialog for however many requests wait for it. */
function useProof() {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((isProven: boolean) => void)[]>([]);
  const ask = () =>
    new Promise<boolean>((resolve) => {
      waiting.current.push(resolve);
      setOpen(true);
    });
  const answer = (isProven: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProven);
  };
  return { open, ask, answer };
}

export function TrpcProvider({ account, mode, children }: Props) {
  const [queryClient] = useState(makeQueryClient);
  const proof = useProof();
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        proofLink(proof.ask),
        httpBatchLink({
          url: "/trpc",
          fetch: fetchJson,
          headers: {
            ...(account && { "x-dashboard-account": account }),
            ...(mode && { "x-dashboard-mode": mode }),
          },
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
        <ProofDialog open={proof.open} onAnswer={proof.answer} />
      </TRPCProvider>
    </QueryClientProvider>
  );
}
