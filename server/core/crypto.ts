// Randomness, digests, and the entity tags made of them (RFC 9110).
import { createHash, randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

/** `length` characters of base 62, each from 5.95 random bits. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: beyond it the first letters would be favoured.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** A six-character checksum, so that a mistyped key is told from a wrong one without a look-up. */
export function checksumBase62(text: string): string {
  let value = sha256(text).readUInt32BE(0);
  let sum = "";
  for (let place = 0; place < 6; place += 1) {
    sum = ALPHABET[value % 62] + sum;
    value = Math.floor(value / 62);
  }
  return sum;
}

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
