// Codes of an authenticator (RFC 6238), with the parameters that every authenticator knows.
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** How many periods the authenticator's clock may be off. */
const WINDOW = 1;

function totpOf(key: Uint8Array, email = ""): TOTP {
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return new TOTP({ issuer: "Carbon Till", label: email, secret, period: PERIOD_SECONDS });
}

/** The address that an authenticator reads from a picture, and the key for typing it. */
export function totpAddress(key: Uint8Array, email: string): { url: string; key: string } {
  const totp = totpOf(key, email);
  return { url: totp.toString(), key: totp.secret.base32 };
}

/** The bytes of a key in base 32; null where it is none. */
export function totpKeyFrom(base32: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Z2-7]{32}$/.test(base32)) return null;
  return Uint8Array.from(Secret.fromBase32(base32).bytes);
}

/** The period since 1970 that the code is of; null where it is wrong or old. */
export function totpStep(key: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(key).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
