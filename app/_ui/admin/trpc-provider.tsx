"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { createQueryClient } from "./query-client";
import { TRPCProvider } from "./trpc";
import { createClient } from "./trpc-client";

const ProofDialog = lazy(() => import("./proof"));
const LoginDialog = lazy(() => import("./login-dialog"));

interface Props {
  /** Slug of the account that requests are made for. */
  account?: string;
  mode?: "live" | "test";
  /** Address of the person who is logged in; none on pages for signed-out people. */
  email?: string;
  children: ReactNode;
}

/** One dialog for all requests that wait for a proof, or for a login. */
function useWaitingDialog() {
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

export function TrpcProvider({ account, mode, email, children }: Props) {
  const [queryClient] = useState(createQueryClient);
  const [proof, login] = [useWaitingDialog(), useWaitingDialog()];
  const [trpcClient] = useState(() => {
    const headers = {
      ...(account && { "x-dashboard-account": account }),
      ...(mode && { "x-dashboard-mode": mode }),
    };
    const requestLogin = email ? { requestLogin: login.request } : {};
    return createClient({ url: "/trpc", headers, requestProof: proof.request, ...requestLogin });
  });
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
        {proof.open !== undefined && (
          <Suspense>
            <ProofDialog open={proof.open} onClose={proof.close} />
          </Suspense>
        )}
        {email && login.open !== undefined && (
          <Suspense>
            <LoginDialog email={email} open={login.open} onClose={login.close} />
          </Suspense>
        )}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
