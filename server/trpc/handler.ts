// tRPC over HTTP, for the app's own pages only.
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { newContext } from "#core/context";
import { MAX_FIELDS, requireModestJson } from "#core/json";
import { createTrpcContext, isForeign } from "./context";
import { recordRefusal, toTrpcError } from "./problems";
import { appRouter } from "./router";

/** Operators change lists of a thousand. */
const MAX_FIELDS_OF_PEOPLE = 20_000;

/** Returns the text of the inputs, and the request for tRPC to read. */
async function readInputs(request: Request): Promise<[string, Request]> {
  if (request.method !== "POST") {
    return [new URL(request.url).searchParams.get("input") ?? "", request];
  }
  const text = await request.text();
  const { method, headers, signal } = request;
  return [text, new Request(request.url, { method, headers, signal, body: text })];
}

export async function handleTrpcRequest(original: Request): Promise<Response> {
  if (isForeign(original))
    return new Response("Requests from other sites are not allowed", { status: 403 });
  const [inputs, request] = await readInputs(original);
  const context = newContext({ type: "public" });
  const recorded: Promise<void>[] = [];
  const response = await fetchRequestHandler({
    endpoint: "/trpc",
    req: request,
    router: appRouter,
    createContext: async ({ resHeaders: responseHeaders }) => {
      try {
        const ctx = await createTrpcContext(request.headers, context);
        requireModestJson(inputs, "input", ctx.loggedIn ? MAX_FIELDS_OF_PEOPLE : MAX_FIELDS);
        return { ...ctx, responseHeaders };
      } catch (error) {
        throw toTrpcError(error, context.log);
      }
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
