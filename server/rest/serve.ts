// The whole API as one function, for any server.
import { currentRequestId } from "#core/caller";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { problemReply } from "#core/problem";
import { BASE, type Endpoint, type Method } from "./endpoint";
import { type Handler, handlerOf, type Reply } from "./handle";
import { openapiEndpoint } from "./openapi";
import { endpoints } from "./registry";

function refusal(makeProblem: (request: Request) => Problem): Handler {
  return async (request) => problemReply(makeProblem(request), currentRequestId());
}

const MAX_PATH_LENGTH = 200;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Routes = Record<(typeof METHODS)[number], Handler>;

/** The handlers of one path. Methods without an endpoint get a 405 with `Allow`. */
function route(...endpoints: [Endpoint, ...Endpoint[]]): Routes {
  const methods: Method[] = endpoints.map((endpoint) => endpoint.method);
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const detail = `This path takes ${allow}.`;
  const notAllowed = refusal(
    () => new Problem("method-not-allowed", { detail, headers: { allow } }),
  );
  const options: Handler = async () => {
    return { status: 204, headers: { allow, "x-request-id": currentRequestId() }, body: "" };
  };
  const handlers = METHODS.map((method) => {
    const own = endpoints.find((endpoint) => endpoint.method === method);
    return [method, own ? handlerOf(own) : method === "OPTIONS" ? options : notAllowed];
  });
  return Object.fromEntries(handlers) as Routes;
}

/** `isPath` tells if a path has endpoints. */
function routeNotFound(isPath: (path: string) => boolean): Routes {
  const handler = refusal(({ url }) => {
    const path = new URL(url).pathname.slice(0, MAX_PATH_LENGTH);
    const bare = path.replace(/\/+$/, "");
    const detail = isPath(bare)
      ? `Use ${bare}, without the slash at the end.`
      : `No operation has the path ${path}. ${appUrl()}/docs/reference lists them all.`;
    return new Problem("not-found", { title: "Could not find this path", detail });
  });
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Routes;
}

function patternOf(path: string): RegExp {
  const pattern = path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${BASE}${pattern}$`);
}

const paths = Map.groupBy([...endpoints, openapiEndpoint], (endpoint) => endpoint.path);
const table = [...paths].map(([path, endpointsHere]) => ({
  path,
  pattern: patternOf(path),
  endpoints: endpointsHere,
  routes: route(...(endpointsHere as [Endpoint, ...Endpoint[]])),
}));
// Literal paths take precedence over path parameters, and need no search: the front asks, too.
const literal = new Map(table.map((entry) => [`${BASE}${entry.path}`, entry]));
const patterns = table.filter(({ path }) => path.includes("{"));
const findPath = (path: string) =>
  literal.get(path) ?? patterns.find(({ pattern }) => pattern.test(path));
const notFoundRoutes = routeNotFound((path) => findPath(path) !== undefined);

/** Returns the endpoint that handles a request to a path, which has no query. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  return findPath(path)?.endpoints.find((endpoint) => endpoint.method === method);
}

/** Handles any request below /v1. HEAD is GET; the caller leaves out the body. */
export async function replyTo(request: Request): Promise<Reply> {
  const { pathname } = new URL(request.url);
  const routes = findPath(pathname)?.routes ?? notFoundRoutes;
  const method = request.method === "HEAD" ? "GET" : request.method;
  // No endpoint takes PATCH, so its handler rejects unknown methods too.
  const handler = routes[method as keyof Routes] ?? routes.PATCH;
  return handler(request);
}

export function responseOf(request: Request, { status, headers, body }: Reply): Response {
  return new Response(request.method === "HEAD" ? null : body || null, { status, headers });
}

/** Like `replyTo`, with a web Response. */
export async function serve(request: Request): Promise<Response> {
  return responseOf(request, await replyTo(request));
}
