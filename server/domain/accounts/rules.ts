// Pure decisions about accounts: slugs, and the form of API keys.
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
