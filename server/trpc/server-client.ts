// tRPC queries of a page that is rendered on the server.
import { dehydrate, type FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { ACCOUNT_HEADER, createTrpcContext, MODE_HEADER } from "./context";
import { appRouter } from "./router";

/** As the browser gets it: JSON, in which a date is a string and undefined is missing. */
const serializeData = (data: unknown): unknown => JSON.parse(JSON.stringify(data ?? null));

interface Place {
  /** Slug of the account; empty for the operator's screens. */
  account: string;
  mode: string;
}

function headersOf(requestHeaders: Headers, { account, mode }: Place): Headers {
  const headers = new Headers(requestHeaders);
  headers.set(ACCOUNT_HEADER, account);
  headers.set(MODE_HEADER, mode);
  return headers;
}

async function openQueries(requestHeaders: Headers, place: Place) {
  // A client for this request alone: its data must not reach another person's page.
  const queryClient = new QueryClient({ defaultOptions: { dehydrate: { serializeData } } });
  const ctx = await createTrpcContext(headersOf(requestHeaders, place));
  return { queryClient, trpc: createTRPCOptionsProxy({ ctx, router: appRouter, queryClient }) };
}

/** Calls a procedure as the person who sent the request. */
export async function serverCaller(requestHeaders: Headers, place: Place) {
  return appRouter.createCaller(await createTrpcContext(headersOf(requestHeaders, place)));
}

type ServerQueries = Awaited<ReturnType<typeof openQueries>>["trpc"];

/**
 * Runs the chosen queries as the person who sent the request, and returns their results for the
 * browser. A query that fails is left out: the browser sends it again and shows the error.
 */
export async function loadQueries(
  requestHeaders: Headers,
  place: Place,
  choose: (trpc: ServerQueries) => readonly Pick<FetchQueryOptions, "queryKey">[],
) {
  const { queryClient, trpc } = await openQueries(requestHeaders, place);
  await Promise.all(choose(trpc).map((query) => queryClient.prefetchQuery(query)));
  return dehydrate(queryClient);
}
