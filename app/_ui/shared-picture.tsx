import { appUrl } from "#core/env";
import type { SharedPicture } from "#site/public-page";

export type SharedKind = "home" | "certificate" | "project" | "portfolio";

interface Shared {
  kind: SharedKind;
  id: string;
  /** Changes with the content: sites cache pictures of links by address. */
  version?: string;
  mode?: "live" | "test";
  alt: string;
}

/** The preview picture of a shared link, which app/share draws. */
export function sharedPicture({ kind, id, version, mode, alt }: Shared): SharedPicture {
  const query = new URLSearchParams({ ...(mode && { mode }), ...(version && { v: version }) });
  const suffix = query.size > 0 ? `?${query}` : "";
  const url = `${appUrl()}/share/${kind}/${encodeURIComponent(id)}${suffix}`;
  return { url, width: 1200, height: 630, alt };
}
