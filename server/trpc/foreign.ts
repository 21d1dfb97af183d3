// Which requests come from another site's page: such a one has the cookie, and no business here.
import { appUrl } from "#core/env";

export function isForeign({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && origin !== new URL(appUrl()).origin;
}
