// Answers the dashboard's requests: tRPC over HTTP, from the app's own pages alone.
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { newContext } from "#core/new-context";
import { createTrpcContext } from "./context";
import { isForeign } from "./foreign";
import { toTrpcError } from "./problems";
import { appRouter } from "./router";

/** The answer to a request below /trpc. */
export async function answerTrpc(request: Request): Promise<Response> {
  if (isForeign(request)) return new Response("Not from another site", { status: 403 });
  const ctx = newContext({ type: "public" });
  const answer = await fetchRequestHandler({
    endpoint: "/trpc",
    req: request,
    router: appRouter,
    createContext: async ({ resHeaders: answerHeaders }) => {
      const context = await createTrpcContext(request.headers, ctx).catch((error: unknown) => {
        throw toTrpcError(error, ctx.log);
      });
      return { ...context, answerHeaders };
    },
    responseMeta: () => ({
      headers: new Headers({ "cache-control": "private, no-store", "x-request-id": ctx.requestId }),
    }),
  });
  return answer;
}
