"use client";
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { TrpcContext, trpcOf } from "./trpc";
import { openCalls, withProof } from "./trpc-call";

const ProofDialog = lazy(() => import("./proof"));

interface Props {
  /** Slug of the account that requests are made for. */
  account?: string;
  mode?: "live" | "test";
  children: ReactNode;
}

const FRESH_MS = 10_000;

function createQueryClient(): QueryClient {
  let changedAt = 0;
  const client: QueryClient = new QueryClient({
    // A change may show on any screen, so each reloads when it is next opened. The open screen
    // reloads what it needs itself.
    mutationCache: new MutationCache({
      onSuccess() {
        changedAt = Date.now();
        return client.invalidateQueries({ refetchType: "none" });
      },
    }),
    defaultOptions: {
      queries: {
        // A screen that was prefetched before a change brings data from before it.
        staleTime: ({ state }) => (state.dataUpdatedAt > changedAt ? FRESH_MS : 0),
        // More retries would only hide an error from the reader.
        retry: 1,
      },
    },
  });
  return client;
}

/** One dialog for all requests that wait for a proof. */
function useProofDialog() {
  // Undefined until the first request: the dialog is loaded then.
  const [open, setOpen] = useState<boolean>();
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
  const [trpc] = useState(() => {
    const headers = {
      ...(account && { "x-dashboard-account": account }),
      ...(mode && { "x-dashboard-mode": mode }),
    };
    return trpcOf(withProof(openCalls({ url: "/trpc", headers }), proof.request));
  });
  return (
    <QueryClientProvider client={queryClient}>
      <TrpcContext value={trpc}>
        {children}
        {proof.open !== undefined && (
          <Suspense>
            <ProofDialog open={proof.open} onClose={proof.close} />
          </Suspense>
        )}
      </TrpcContext>
    </QueryClientProvider>
  );
}
