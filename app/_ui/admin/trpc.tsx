"use client";
import {
  type dataTagErrorSymbol,
  type dataTagSymbol,
  type QueryFilters,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import {
  createTRPCContext,
  type DecorateMutationProcedure,
  type ResolverDef,
} from "@trpc/tanstack-react-query";
import { useParams, useSearchParams } from "next/navigation";
import type { AppRouter } from "#trpc/router";
import { useLimit } from "./account";
import { type Inputs, inputsOf } from "./list-input";

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

type Trpc = ReturnType<typeof useTRPC>;

/** Returns a function that reloads the chosen queries. */
export function useRefresh(choose: (trpc: Trpc) => QueryFilters): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries(choose(trpc));
}

type ChooseProcedure<Definition extends ResolverDef> = (
  trpc: Trpc,
) => DecorateMutationProcedure<Definition>;

export function useCall<Definition extends ResolverDef>(choose: ChooseProcedure<Definition>) {
  const { mutateAsync } = useMutation(choose(useTRPC()).mutationOptions());
  return (input: Definition["input"]): Promise<Definition["output"]> => mutateAsync(input);
}

/**
 * Returns a function that calls the procedure, and then reloads what the screen has of the same
 * router, and of the queries that are chosen in addition.
 */
export function useChange<Definition extends ResolverDef>(
  choose: ChooseProcedure<Definition>,
  alsoReload?: (trpc: Trpc) => QueryFilters,
) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const call = useCall(choose);
  return async (input: Definition["input"]): Promise<Definition["output"]> => {
    const result = await call(input);
    const [[router] = []] = choose(trpc).mutationKey();
    await Promise.all([
      queries.invalidateQueries({ queryKey: [[router]] }),
      alsoReload && queries.invalidateQueries(alsoReload(trpc)),
    ]);
    return result;
  };
}

type Queries = Record<string, { queryKey: QueryKey; enabled?: unknown }>;

/** The queries of a screen, by name. Its page loads them on the server, too. */
export type ScreenQueries<Chosen extends Queries = Queries> = (
  trpc: Trpc,
  inputs: Inputs,
) => Chosen;

type Results<Chosen extends Queries> = {
  [Name in keyof Chosen]: Chosen[Name]["queryKey"] extends {
    [dataTagSymbol]: infer Data;
    [dataTagErrorSymbol]: infer Failure;
  }
    ? UseQueryResult<Data, Failure>
    : never;
};

export function useScreenData<Chosen extends Queries>(choose: ScreenQueries<Chosen>) {
  const [search, { id }] = [useSearchParams(), useParams()];
  const chosen = choose(
    useTRPC(),
    inputsOf((name) => search.get(name), String(id ?? ""), useLimit()),
  );
  const results = useQueries({ queries: Object.values(chosen) as UseQueryOptions[] });
  const names = Object.keys(chosen);
  return Object.fromEntries(names.map((name, at) => [name, results[at]])) as Results<Chosen>;
}
