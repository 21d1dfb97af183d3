import { z } from "zod";

export function isEmail(email: string): boolean {
  return z.email().safeParse(email).success;
}

/** Makes a URL-safe name: "Ærø Climate, Inc." becomes "aero-climate-inc". */
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

/** Pages of the dashboard that share their path with accounts. */
const PAGES = ["address", "invitation", "login", "me", "operator", "reset"];

const isSlug = (slug: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 100;

/** Says nothing about whether another account uses the slug. */
export function isAllowedSlug(slug: string): boolean {
  return isSlug(slug) && !PAGES.includes(slug);
}

/** Embeds of the account's impact page, and names for more of them. */
const EMBEDS = ["badge", "card", "data", "embed", "picture"];

/** Says nothing about whether another subaccount uses the slug. */
export function isAllowedSubaccountSlug(slug: string): boolean {
  return isSlug(slug) && !EMBEDS.includes(slug);
}

export const logoContentTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
export const MAX_LOGO_BYTES = 5 * 1024 * 1024;

const FOLDER = "logos/";

/** The key names the content, so the file behind it never changes. */
export function logoFileKey(digestHex: string): string {
  return `${FOLDER}${digestHex}.png`;
}

/**
 * The file keys of a logo's public file name, best first; none if the name is malformed. Logos that
 * were stored by earlier versions have no small file.
 */
export function logoKeysOf(fileName: string): string[] {
  if (!/^[0-9a-f]{64}(-small)?\.png$/.test(fileName)) return [];
  return [...new Set([fileName, fileName.replace("-small.", ".")])].map((name) => FOLDER + name);
}
