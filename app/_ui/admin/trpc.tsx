"use client";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { createContext, useContext } from "react";
import type { AppRouter } from "#trpc/router";
import type { Call } from "./trpc-call";

type Path = readonly string[];

/** Equal to those of @trpc/tanstack-react-query, with which the server keys the first data. */
const queryKey = (path: Path, input: unknown) => [
  path,
  { ...(input !== undefined && { input }), type: "query" },
];

/** The last part of each address in the proxy below. */
const methods: Record<
  string,
  (call: Call, path: Path) => (first: unknown, more?: object) => object
> = {
  queryOptions: (call, path) => (input, options) => ({
    ...options,
    queryKey: queryKey(path, input),
    queryFn: () => call("query", path.join("."), input),
  }),
  mutationOptions: (call, path) => (options) => ({
    ...(options as object | undefined),
    mutationKey: [path],
    mutationFn: (input: unknown) => call("mutation", path.join("."), input),
  }),
  queryKey: (_call, path) => (input) => queryKey(path, input),
  pathFilter: (_call, path) => () => ({ queryKey: [path] }),
};

function optionsOf(call: Call, path: Path): object {
  return new Proxy(
    {},
    {
      get(_target, name) {
        const part = String(name);
        return methods[part]?.(call, path) ?? optionsOf(call, [...path, part]);
      },
    },
  );
}

type Supported = "queryOptions" | "mutationOptions" | "queryKey" | "pathFilter";
/** The library's other methods, which the proxy lacks. */
type Missing =
  | "queryFilter"
  | "mutationKey"
  | "pathKey"
  | "subscriptionOptions"
  | `infiniteQuery${string}`;
type Methods<T> = {
  [Name in keyof T as Name extends Missing ? never : Name]: Name extends Supported
    ? T[Name]
    : Methods<T[Name]>;
};
type Trpc = Methods<TRPCOptionsProxy<AppRouter>>;

/** Returns the options of each procedure, such as `trpc.orders.list.queryOptions(input)`. */
export function trpcOf(call: Call): Trpc {
  // A proxy has no properties for the compiler to see.
  return optionsOf(call, []) as Trpc;
}

export const TrpcContext = createContext<Trpc | null>(null);

export function useTRPC(): Trpc {
  const trpc = useContext(TrpcContext);
  if (!trpc) throw new Error("useTRPC is called outside TrpcProvider");
  return trpc;
}

/** Returns a function that reloads the chosen queries. */
export function useRefresh(
  choose: (trpc: Trpc) => Pick<QueryFilters, "queryKey">,
): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries(choose(trpc) as QueryFilters);
}
