// The whole API as one function, for any server.
import type { Endpoint } from "./endpoint";
import { openapiEndpoint } from "./openapi";
import { endpoints } from "./registry";
import { type Reply, route, routeNotFound } from "./route";

type Routes = ReturnType<typeof route>;

function patternOf(path: string): RegExp {
  const pattern = path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^/v1${pattern}$`);
}

const paths = Map.groupBy([...endpoints, openapiEndpoint], (endpoint) => endpoint.path);
const table = [...paths].map(([path, endpointsHere]) => ({
  path,
  pattern: patternOf(path),
  endpoints: endpointsHere,
  routes: route(...(endpointsHere as [Endpoint, ...Endpoint[]])),
}));
// Literal paths take precedence over path parameters, and need no search: the front asks, too.
const literal = new Map(table.map((entry) => [`/v1${entry.path}`, entry]));
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
