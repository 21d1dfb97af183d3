// Remembers that a person logged in with this browser.
import { randomBytes } from "node:crypto";
import type { Context } from "#core/context";
import { deviceMac, ENTRY_SEPARATOR, findDevice } from "./find-device";

const MAX_ENTRIES = 4;

/** The device cookie's new value. `email` is normalized. */
export async function rememberDevice(
  ctx: Context,
  device: { email: string; cookie: string | null },
): Promise<string> {
  const { email, cookie } = device;
  if (cookie && (await findDevice(ctx, device)) !== null) return cookie;
  const nonce = randomBytes(12).toString("base64url");
  const entry = `${nonce}.${await deviceMac(ctx, { email, nonce })}`;
  const others = (cookie ?? "").split(ENTRY_SEPARATOR).filter((it) => /^[\w-]+\.[\w-]+$/.test(it));
  return [entry, ...others].slice(0, MAX_ENTRIES).join(ENTRY_SEPARATOR);
}
