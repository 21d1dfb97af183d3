// Makes the response to an endpoint's result.
import type { StoredResponse } from "#core/context";
import { appUrl, env } from "#core/env";
import type { Endpoint } from "./endpoint";

/** The path of the API. */
export const BASE = "/v1";

const SUNSET_YEARS = 2;

/** The first day on which a deprecated operation may be gone. */
function sunsetOf({ since }: { since: string }): Date {
  const day = new Date(since);
  day.setUTCFullYear(day.getUTCFullYear() + SUNSET_YEARS);
  return day;
}

/** Headers of RFC 9745 and RFC 8594. */
function deprecationHeaders(deprecated: { since: string; successor: string }) {
  const links = [
    `<${appUrl()}${BASE}${deprecated.successor}>; rel="successor-version"`,
    `<${appUrl()}/docs/go-live#deprecations>; rel="deprecation"; type="text/html"`,
  ];
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1000}`,
    sunset: sunsetOf(deprecated).toUTCString(),
    link: links.join(", "),
  };
}

export function replyOf(endpoint: Endpoint, result: unknown): StoredResponse {
  const status = endpoint.status ?? 200;
  if (status === 204) return { status, headers: {}, body: "" };
  const resource = endpoint.present(result);
  if (env.NODE_ENV === "test") endpoint.resource.parse(resource);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (endpoint.deprecated) Object.assign(headers, deprecationHeaders(endpoint.deprecated));
  if (endpoint.location) {
    const path = endpoint.location(resource as Record<string, unknown>);
    headers["location"] = `${appUrl()}${BASE}${path}`;
  }
  return { status, headers, body: JSON.stringify(resource) };
}
