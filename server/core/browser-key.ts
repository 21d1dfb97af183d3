// A random key that a browser keeps for one page, so that what was entered in it stays its own.
import { randomBase62, sha256 } from "./crypto";
import { appUrl } from "./env";

const NAME = "customer";
const LENGTH = 32;
const MAX_AGE_SECONDS = 30 * 24 * 3600;

function keyIn(cookies: string | null): string | null {
  const [, key] =
    new RegExp(`(?:^|;\\s*)${NAME}=([0-9A-Za-z]{${LENGTH}})(?:;|$)`).exec(cookies ?? "") ?? [];
  return key ?? null;
}

const hashOf = (key: string) => sha256(key).toString("hex");

/** The hash of the key in a request's `Cookie` header; null where the browser has none. */
export function findBrowserHash(cookies: string | null): string | null {
  const key = keyIn(cookies);
  return key === null ? null : hashOf(key);
}

/** The browser's key for a path, new where it has none: its hash, and the header that keeps it. */
export function keepBrowserKey(cookies: string | null, path: string) {
  const key = keyIn(cookies) ?? randomBase62(LENGTH);
  const secure = appUrl().startsWith("https:") ? "; Secure" : "";
  const setCookie = `${NAME}=${key}; Path=${path}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  return { hash: hashOf(key), setCookie };
}
