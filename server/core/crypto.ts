import { hash, randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function sha256(data: string | Uint8Array): Buffer {
  return hash("sha256", data, "buffer");
}

/** Returns `length` random base-62 characters of 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Rejects bytes from 248, the largest multiple of 62, to keep all letters equally likely.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** Returns a six-character checksum that recognizes a mistyped key without a database lookup. */
export function checksumBase62(text: string): string {
  let value = sha256(text).readUInt32BE(0);
  let sum = "";
  for (let place = 0; place < 6; place += 1) {
    sum = ALPHABET[value % 62] + sum;
    value = Math.floor(value / 62);
  }
  return sum;
}

/** Weak (RFC 9110), because the bytes sent depend on the encoding. */
export function weakEtag(body: Uint8Array | string): string {
  return `W/"${sha256(body).toString("base64url").slice(0, 27)}"`;
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, "");

/** Compares an If-None-Match header with the tag, weakly. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  const tags = ifNoneMatch.split(",").map(opaque);
  return tags.includes("*") || tags.includes(opaque(etag));
}

export interface EncryptionKey {
  id: string;
  bytes: Uint8Array;
}

/** 32 bytes as hex or base64. Null if the text is neither. */
export function masterKeyFrom(text: string): EncryptionKey | null {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  if (!isHex && !isBase64) return null;
  const bytes = Buffer.from(text, isHex ? "hex" : "base64");
  const digest = sha256(Buffer.concat([Buffer.from("carbon-till master key:"), bytes]));
  return { id: digest.toString("hex").slice(0, 16), bytes };
}

export function newKeyBytes(): Buffer {
  return randomBytes(32);
}
