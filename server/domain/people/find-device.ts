// Recognizes a browser in which a person logged in before (OWASP's "device cookie").
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "#core/context";
import { ensureCookieSecret } from "./ensure-cookie-secret";

/** The cookie holds one entry for each of the last people who logged in with the browser. */
export const ENTRY_SEPARATOR = "~";

interface Device {
  email: string;
  cookie: string | null;
}

/** What makes an entry ours: nobody else can write one, and it fits one address alone. */
export async function deviceMac(
  ctx: Context,
  { email, nonce }: { email: string; nonce: string },
): Promise<string> {
  const secret = await ensureCookieSecret(ctx);
  return createHmac("sha256", secret).update(`device ${nonce} ${email}`).digest("base64url");
}

/** The device's id, if the person logged in there before. `email` is normalized. */
export async function findDevice(ctx: Context, { email, cookie }: Device): Promise<string | null> {
  for (const entry of (cookie ?? "").slice(0, 512).split(ENTRY_SEPARATOR)) {
    const [nonce, mac] = entry.split(".");
    if (!nonce || !mac) continue;
    const actual = Buffer.from(mac);
    const expected = Buffer.from(await deviceMac(ctx, { email, nonce }));
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return nonce;
  }
  return null;
}
