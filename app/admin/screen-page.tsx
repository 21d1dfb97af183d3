import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ComponentType } from "react";
import { loadQueries } from "#trpc/server-client";
import { inputsOf } from "#ui/admin/list-input";
import type { ScreenQueries } from "#ui/admin/trpc";

interface PageProps {
  params: Promise<{ account?: string; mode: string; id?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

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
