"use client";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#trpc/router";

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

/** Returns a function that reloads the chosen queries. */
export function useRefresh(
  choose: (trpc: ReturnType<typeof useTRPC>) => QueryFilters,
): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries(choose(trpc));
}
