"use client";
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { type ReactNode, useRef, useState } from "react";
import type { AppRouter } from "#trpc/router";
import { fetchJson } from "./problem";
import { ProofDialog, proofLink } from "./proof";
import { TRPCProvider } from "./trpc";

interface Props {
  /** Slug of the account that requests are made for. */
  account?: string;
  mode?: "live" | "test";
  children: ReactNode;
}

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // A change may show on any screen, so each reloads when it is next opened. The open screen
    // reloads what it needs itself.
    mutationCache: new MutationCache({
      onSuccess: () => client.invalidateQueries({ refetchType: "none" }),
    }),
    // More retries would only hide an error from the reader.
    defaultOptions: { queries: { staleTime: 10_000, retry: 1 } },
  });
  return client;
}

/** One dialog for all requests that wait for a proof. */
function useProofDialog() {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((isProven: boolean) => void)[]>([]);
  const request = () =>
    new Promise<boolean>((resolve) => {
      waiting.current.push(resolve);
      setOpen(true);
    });
  const close = (isProven: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProven);
  };
  return { open, request, close };
}

export function TrpcProvider({ account, mode, children }: Props) {
  const [queryClient] = useState(createQueryClient);
  const proof = useProofDialog();
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        proofLink(proof.request),
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
        <ProofDialog open={proof.open} onClose={proof.close} />
      </TRPCProvider>
    </QueryClientProvider>
  );
}
