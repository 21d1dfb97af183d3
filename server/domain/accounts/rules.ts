// What a name, an e-mail address, a slug, a key's token and a logo look like.
import { z } from "zod";
import { checksumBase62 } from "#core/crypto";

/** Whether the text has the form and the checksum of an API key; says nothing of its validity. */
export function isKeyToken(token: string): boolean {
  if (!/^ct_(live|test)_[0-9A-Za-z]{38}$/.test(token)) return false;
  return checksumBase62(token.slice(0, -6)) === token.slice(-6);
}

/** Whether the text is an e-mail address, in zod's practical sense. */
export function isEmail(email: string): boolean {
  return z.email().safeParse(email).success;
}

/** A URL-safe name made from a title: "Ærø Climate, Inc." becomes "aero-climate-inc". */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return slug || "account";
}

/** What the dashboard's own pages are called, below the same path as accounts. */
const PAGES = ["invitation", "login", "me", "operator", "reset"];

/** Whether an account may be called so in addresses; another one may still have the name. */
export function mayBeSlug(slug: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 100 && !PAGES.includes(slug);
}

export const logoContentTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
export const MAX_LOGO_BYTES = 5 * 1024 * 1024;

const FOLDER = "logos/";

/** The key of a logo in the store of files: it names its content, and so never changes it. */
export function logoFileKey(digestHex: string): string {
  return `${FOLDER}${digestHex}.png`;
}

/** The key of the logo that is published under this file name, or null where none could be. */
export function logoKeyOf(fileName: string): string | null {
  return /^[0-9a-f]{64}\.png$/.test(fileName) ? `${FOLDER}${fileName}` : null;
}
