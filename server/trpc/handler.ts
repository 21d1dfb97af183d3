// tRPC over HTTP, for the app's own pages only.
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { newContext } from "#core/context";
import { createTrpcContext, isForeign } from "./context";
import { recordRefusal, toTrpcError } from "./problems";
import { appRouter } from "./router";

/** Handles requests below /trpc. */
export async function handleTrpcRequest(request: Request): Promise<Response> {
  if (isForeign(request))
    return new Response("Requests from other sites are not allowed", { status: 403 });
  const context = newContext({ type: "public" });
  const recorded: Promise<void>[] = [];
  const response = await fetchRequestHandler({
    endpoint: "/trpc",
    req: request,
    router: appRouter,
    createContext: async ({ resHeaders: responseHeaders }) => {
      const ctx = await createTrpcContext(request.headers, context).catch((error: unknown) => {
        throw toTrpcError(error, context.log);
      });
      return { ...ctx, responseHeaders };
    },
    onError: ({ ctx, error, path }) => {
      recorded.push(recordRefusal(ctx, { error, path }));
    },
    responseMeta: () => ({
      headers: new Headers({
        "cache-control": "private, no-store",
        "x-request-id": context.requestId,
      }),
    }),
  });
  await Promise.all(recorded);
  return response;
}
