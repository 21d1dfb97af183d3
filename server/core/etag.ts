// Entity tags, by which a caller asks whether what it has is still current (RFC 9110).
import { sha256 } from "./crypto";

/** The tag of a body in any encoding: weak, since the bytes that are sent differ by encoding. */
export function weakEtag(body: Uint8Array | string): string {
  return `W/"${sha256(body).toString("base64url").slice(0, 27)}"`;
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, "");

/** Whether an If-None-Match header names the tag, by the weak comparison. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  const tags = ifNoneMatch.split(",").map(opaque);
  return tags.includes("*") || tags.includes(opaque(etag));
}
