"use client";
import {
  type dataTagErrorSymbol,
  type dataTagSymbol,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
} from "@tanstack/react-query";
import { useParams, useSearchParams } from "next/navigation";
import { useLimit } from "./account";
import { type Inputs, inputsOf } from "./list-input";
import { useTRPC } from "./trpc";

type Trpc = ReturnType<typeof useTRPC>;
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

/** Returns the result of each query of the screen. */
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
