// The rules about the REST door: registry, endpoints and route files say the same.
import type { House, Module } from "./house";
import type { EndpointValue } from "./syntax";

const REGISTRY = "server/rest/registry.ts";
/** It describes the registry, and so cannot be in it. */
const DOCUMENT = "openapiEndpoint";

function routeFiles(house: House): Module[] {
  return [...house.modules.values()].filter((it) => /^app\/v1\/.*route\.ts$/.test(it.path));
}

/** The names that the registry lists, and the endpoint of the document itself. */
function listedIn(house: House): string[] {
  const registry = house.modules.get(REGISTRY);
  return [...(registry?.lists.find((it) => it.name === "endpoints")?.elements ?? []), DOCUMENT];
}

function endpointsIn(house: House): (EndpointValue & { file: string })[] {
  return [...house.modules.values()]
    .filter((it) => it.path.startsWith("server/rest/") && !it.path.includes(".test."))
    .flatMap((it) => it.endpoints.map((endpoint) => ({ ...endpoint, file: it.path })));
}

/** Where Next looks for the handlers of a path: "/orders/{id}" is in orders/[id]. */
function routeFileOf(path: string): string {
  return `app/v1${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
}

/** Every endpoint is in the registry, and its route file answers with it. */
export function endpointsHaveRoutes(house: House): string[] {
  const listed = listedIn(house);
  const made = endpointsIn(house);
  const unknown = listed.filter((name) => !made.some((it) => it.name === name));
  return [
    ...unknown.map((name) => `${REGISTRY}:1: ${name} is no endpoint`),
    ...made.flatMap(({ name, method, path, file }) => {
      if (!listed.includes(name)) return [`${file}:1: ${name} is not in the registry`];
      const route = house.modules.get(routeFileOf(path));
      const answers = route?.routes.some(
        (it) => it.callee === "route" && it.args.includes(name) && it.names.includes(method),
      );
      return answers ? [] : [`${routeFileOf(path)}:1: does not answer ${method} with ${name}`];
    }),
  ];
}

/** Every route file answers with endpoints of its own path, through `route(…)`. */
export function routesHaveEndpoints(house: House): string[] {
  const made = endpointsIn(house);
  return routeFiles(house).flatMap(({ path: file, routes }) => {
    const isRest = file === "app/v1/[[...path]]/route.ts";
    if (isRest && routes[0]?.callee === "routeNotFound") return [];
    if (routes.length !== 1 || routes[0]?.callee !== "route") {
      return [`${file}:1: exports something else than route(…)`];
    }
    return routes[0].args
      .filter((name) => !made.some((it) => it.name === name && routeFileOf(it.path) === file))
      .map((name) => `${file}:1: ${name} is no endpoint of this path`);
  });
}
