// Repeats a request that was refused for want of a recent proof, once the person has proven it.
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#trpc/router";

/** Asks the person for a proof. Resolves to false where they would not give it. */
type AskForProof = () => Promise<boolean>;

export function proofLink(ask: AskForProof): TRPCLink<AppRouter> {
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
              ask().then(
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
