import { appUrl } from "#core/env";
import type { Language } from "#core/language";
import { addressIn } from "#core/reader";
import type { SharedPicture } from "#site/public-page";

export type SharedKind = "home" | "certificate" | "project" | "portfolio";

interface Shared {
  kind: SharedKind;
  id: string;
  /** Changes with the content: sites cache pictures of links by address. */
  version?: string;
  mode?: "live" | "test";
  language: Language;
  alt: string;
}

/** The preview picture of a shared link, which app/share draws. */
export function sharedPicture(shared: Shared): SharedPicture {
  const { kind, id, version, mode, language, alt } = shared;
  const query = new URLSearchParams({ ...(mode && { mode }), ...(version && { v: version }) });
  const suffix = query.size > 0 ? `?${query}` : "";
  const address = `${appUrl()}/share/${kind}/${encodeURIComponent(id)}${suffix}`;
  return { url: addressIn(address, language), width: 1200, height: 630, alt };
}
