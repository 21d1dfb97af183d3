// The rule about the REST API: the registry lists every endpoint.
import type { House } from "./house";

const REGISTRY = "server/rest/registry.ts";
/** It describes the registry, and so cannot be in it. */
const DOCUMENT = "openapiEndpoint";

/** Every endpoint is in the registry, which server/rest/serve.ts answers from. */
export function endpointsAreRegistered(house: House): string[] {
  const registry = house.modules.get(REGISTRY);
  const elements = registry?.lists.find((it) => it.name === "endpoints")?.elements ?? [];
  const listed = [...elements, DOCUMENT];
  const made = [...house.modules.values()]
    .filter((it) => it.path.startsWith("server/rest/") && !it.path.includes(".test."))
    .flatMap((it) => it.endpoints.map((endpoint) => ({ ...endpoint, file: it.path })));
  const unknown = listed.filter((name) => !made.some((it) => it.name === name));
  return [
    ...unknown.map((name) => `${REGISTRY}:1: ${name} is no endpoint`),
    ...made
      .filter(({ name }) => !listed.includes(name))
      .map(({ name, file }) => `${file}:1: ${name} is not in the registry`),
  ];
}
