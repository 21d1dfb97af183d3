// The account and mode that were open last, for addresses that name none. A cookie: the server
// redirects by it.

export const PLACE_COOKIE = "ct_place";

interface Place {
  /** Of the account; "operator" for the operator's screens. */
  slug: string;
  mode: "live" | "test";
}

const SLUG = /^[a-z0-9-]{1,100}$/;

export const isSlug = (text: string) => SLUG.test(text);

export const placeText = ({ slug, mode }: Place) => `${slug}.${mode}`;

/** Null if there is no place, or none that we wrote. */
export function readPlace(text: string | undefined): Place | null {
  const [slug = "", mode, ...rest] = (text ?? "").split(".");
  if (!isSlug(slug) || (mode !== "live" && mode !== "test") || rest.length > 0) return null;
  return { slug, mode };
}
