// Answers the dashboard's requests: tRPC over HTTP, from the app's own pages alone.
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { createTrpcContext } from "./context";
import { isForeign } from "./foreign";
import { appRouter } from "./router";

/** The answer to a request below /trpc. */
export async function answerTrpc(request: Request): Promise<Response> {
  if (isForeign(request)) return new Response("Not from another site", { status: 403 });
  const answer = await fetchRequestHandler({
    endpoint: "/trpc",
    req: request,
    router: appRouter,
    createContext: () => createTrpcContext(request.headers),
    responseMeta: () => ({ headers: new Headers({ "cache-control": "private, no-store" }) }),
  });
  return answer;
}
