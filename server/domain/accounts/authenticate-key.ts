// Who holds this API key: the first look-up of every request.
import type { Account, Context, Scope } from "#core/context";
import { sha256 } from "#core/crypto";
import { isKeyToken } from "./rules";
import { findKey, touchKey } from "./store";

// "Last use" is exact to a minute, so that reading does not mean writing.
const TOUCH_EVERY_MS = 60_000;
const touched = new Map<string, number>();

interface Holder {
  keyId: string;
  scope: Scope;
  account: Account;
}

/** The key's holder, or null where the key is malformed, unknown, expired or revoked. */
export async function authenticateKey(ctx: Context, token: string): Promise<Holder | null> {
  if (!isKeyToken(token)) return null;
  const key = await findKey(ctx.db, sha256(token), ctx.now);
  if (!key) return null;
  const last = Math.max(touched.get(key.id) ?? 0, key.lastUsedAt?.getTime() ?? 0);
  if (ctx.now.getTime() - last > TOUCH_EVERY_MS) {
    touched.set(key.id, ctx.now.getTime());
    touchKey(ctx.db, key.account.id, key.id, ctx.now).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "a key's last use could not be noted"),
    );
  }
  return { keyId: key.id, scope: key.scope, account: key.account };
}
