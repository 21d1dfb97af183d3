// Pages of the dashboard whose first HTML has the data of their screen.
import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ComponentType } from "react";
import { loadQueries, type ServerQueries } from "#trpc/server-client";
import { filtersIn, inputsOf, listInputIn, PAGE_PARAMS, SCREEN_PARAMS } from "#ui/admin/list-input";
import type { ScreenQueries } from "#ui/admin/screen-data";
import { idIn } from "#ui/id-in";

interface PageProps {
  params: Promise<{ account?: string; mode: string; id?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Input of queries from the page's address, equal to what its screen will ask for. */
function allInputsOf(search: Awaited<PageProps["searchParams"]>, id = "") {
  const get = (name: string) => [search[name]].flat()[0];
  const names = Object.keys(search).filter((name) => !SCREEN_PARAMS.includes(name));
  const isFilter = (name: string) => ![...PAGE_PARAMS, "sort"].includes(name);
  return {
    id: idIn(id),
    get,
    /** As `useListInput` returns it. */
    list: <Input,>() =>
      listInputIn(
        get,
        names.filter((name) => !["after", "before"].includes(name)),
      ) as Input,
    /** As `useListFilters` returns it. */
    filters: <Input,>() => filtersIn(get, names.filter(isFilter)) as Input,
  };
}

type Choose = (
  trpc: ServerQueries,
  inputs: ReturnType<typeof allInputsOf>,
) => ReturnType<Parameters<typeof loadQueries>[2]>;

/** The page of a screen, with the results of its queries. Layouts check who may see it. */
export function screenPage(Screen: ComponentType, queries: ScreenQueries) {
  return async function Page({ params, searchParams }: PageProps) {
    const [{ account = "", mode, id = "" }, search] = await Promise.all([params, searchParams]);
    const inputs = inputsOf((name) => [search[name]].flat()[0], id);
    const state = await loadQueries(await headers(), { account, mode }, (trpc) =>
      Object.values(queries(trpc, inputs)).filter(({ enabled }) => enabled !== false),
    );
    return (
      <HydrationBoundary state={state}>
        <Screen />
      </HydrationBoundary>
    );
  };
}

/** The page of a screen, with the results of these queries. Layouts check who may see it. */
export function withData(Screen: ComponentType, choose: Choose) {
  return async function Page({ params, searchParams }: PageProps) {
    const [{ account = "", mode, id }, search] = await Promise.all([params, searchParams]);
    const inputs = allInputsOf(search, id);
    const state = await loadQueries(await headers(), { account, mode }, (trpc) =>
      choose(trpc, inputs),
    );
    return (
      <HydrationBoundary state={state}>
        <Screen />
      </HydrationBoundary>
    );
  };
}
