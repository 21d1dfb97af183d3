// Answers the dashboard's requests: tRPC over HTTP, from the app's own pages alone.
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { appUrl } from "#core/env";
import { createTrpcContext } from "./context";
import { appRouter } from "./router";

/** Whether another site's page sent it: such a one has the cookie, and no business here. */
function isForeign({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && origin !== new URL(appUrl()).origin;
}

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
