"use client";
// Sensitive changes need a recent sign-in: a refused request is repeated after a confirmation.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#trpc/router";

/** Repeats a request that was refused for lack of a recent proof, once the person has given it. */
export function proofLink(requestProof: () => Promise<boolean>): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        let subscription: { unsubscribe(): void } | undefined;
        const send = (isRepeated: boolean) => {
          subscription = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error(error) {
              const isRefused = error.data?.problem?.code === "proof-required";
              if (!isRefused || isRepeated) return observer.error(error);
              requestProof().then(
                (isProven) => (isProven ? send(true) : observer.error(error)),
                () => observer.error(error),
              );
            },
          });
        };
        send(false);
        return () => subscription?.unsubscribe();
      });
}
