// Randomness, digests and password hashes, all from Node's own crypto.
import { argon2, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane.
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;
const deriveArgon2 = promisify(argon2);

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

/** Hashes a password with argon2id into the PHC string form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveArgon2("argon2id", { message: password, nonce, ...COST });
  const encoded = [nonce, tag].map((part) => part.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encoded.join("$")}`;
}

/** Whether the password is the one that `hashPassword` hashed. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!form) return false;
  const [, memory, passes, parallelism, nonce, tag] = form;
  const expected = Buffer.from(tag ?? "", "base64");
  const actual = await deriveArgon2("argon2id", {
    message: password,
    nonce: Buffer.from(nonce ?? "", "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
