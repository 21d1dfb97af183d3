import { randomBytes } from "node:crypto";
import { env } from "#core/env";
import { bestLanguage, type Language, languageOf } from "#core/language";
import { contentSecurityPolicy, type OutsideSources, permissionsPolicy } from "#core/page-headers";
import type { PageRequest } from "#site/public-page";

export const createNonce = () => randomBytes(16).toString("base64");

/** Prefers the language that the visitor chose over that of the browser. */
export function languageFor({ query, header }: PageRequest): Language {
  return languageOf(query.get("lang")) ?? bestLanguage(header("accept-language"));
}

interface Guard {
  nonce: string;
  robots: string;
  /** Sources on other hosts that the payment providers need. */
  outside: OutsideSources | null;
}

/** Strict headers: anyone with the page's address can pay and see the order. */
export function headersWith({ nonce, robots, outside }: Guard): Record<string, string> {
  const dev = env.NODE_ENV === "development";
  return {
    "content-security-policy": contentSecurityPolicy(nonce, { dev, outside }),
    "permissions-policy": permissionsPolicy(outside),
    "referrer-policy": "strict-origin",
    // Shops may open the page in a popup and watch it.
    "cross-origin-opener-policy": "unsafe-none",
    "cache-control": "private, no-store",
    vary: "Accept-Encoding, Accept-Language",
    "x-robots-tag": robots,
  };
}
