import { LRUCache } from "lru-cache";
import type { Account, Context, Scope } from "#core/context";
import { checksumBase62, sha256 } from "#core/crypto";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "./tables";

const query = queriesOn<AccountTables>();

const findValidKey = query("accounts-find-key", (db, key: Params<{ hash: Buffer; now: Date }>) =>
  db
    .selectFrom("apiKeys as k")
    .innerJoin("accounts as a", "a.id", "k.accountId")
    .select(["k.id as keyId", "k.scope", "k.lastUsedAt", "k.spendingLimitId"])
    .select([
      "a.id",
      "a.mode",
      "a.currency",
      "a.name",
      "a.slug",
      "a.logoFileKey",
      "a.createdAt",
      "a.terms",
      "a.suspensionReason",
      "a.defaultPortfolioId",
    ])
    .where("k.tokenHash", "=", key.hash)
    .where("k.revokedAt", "is", null)
    .where("a.resetAt", "is", null)
    .where((eb) => eb.or([eb("k.expiresAt", "is", null), eb("k.expiresAt", ">", key.now)])),
);

interface KeyUse {
  accountId: string;
  id: string;
  now: Date;
}

const setLastUse = query("accounts-touch-key", (db, key: Params<KeyUse>) =>
  db
    .updateTable("apiKeys")
    .set({ lastUsedAt: key.now })
    .where("accountId", "=", key.accountId)
    .where("id", "=", key.id),
);

interface ValidKey {
  id: string;
  scope: Scope;
  lastUsedAt: Date | null;
  spendingLimitId: string | null;
  account: Account;
}

async function findKey(db: Sql, hash: Buffer, now: Date): Promise<ValidKey | null> {
  const [row] = await findValidKey(db, { hash, now });
  if (!row) return null;
  const { keyId, scope, lastUsedAt, spendingLimitId, ...account } = row;
  return { id: keyId, scope, lastUsedAt, spendingLimitId, account };
}

async function touchKey(db: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await setLastUse(db, { accountId, id, now });
}

// Last use is exact to a minute, so that most requests don't write.
const TOUCH_EVERY_MS = 60_000;
const touched = new Map<string, number>();

const UNKNOWN_MS = 5000;
/** By hash. A key that is not valid never becomes so: tokens are drawn at random. */
const unknown = new LRUCache<string, true>({ max: 10_000, ttl: UNKNOWN_MS });

/** Checks form and checksum, not whether the key is valid. */
export function isKeyToken(token: string): boolean {
  if (!/^ct_(live|test)_[0-9A-Za-z]{38}$/.test(token)) return false;
  return checksumBase62(token.slice(0, -6)) === token.slice(-6);
}

interface Holder extends Pick<ValidKey, "scope" | "spendingLimitId" | "account"> {
  keyId: string;
}

/** Null if the key is malformed, unknown, expired or revoked. */
export async function authenticateKey(ctx: Context, token: string): Promise<Holder | null> {
  if (!isKeyToken(token)) return null;
  const hash = sha256(token);
  const name = hash.toString("base64");
  if (unknown.has(name)) return null;
  const key = await findKey(ctx.db, hash, ctx.now);
  if (!key) {
    unknown.set(name, true);
    return null;
  }
  const last = Math.max(touched.get(key.id) ?? 0, key.lastUsedAt?.getTime() ?? 0);
  if (ctx.now.getTime() - last > TOUCH_EVERY_MS) {
    touched.set(key.id, ctx.now.getTime());
    touchKey(ctx.db, key.account.id, key.id, ctx.now).catch((error: unknown) =>
      ctx.log.warn(
        { event: "api_key.last_use_unrecorded", err: error, keyId: key.id },
        "could not record the last use of an API key",
      ),
    );
  }
  const { scope, spendingLimitId, account } = key;
  return { keyId: key.id, scope, spendingLimitId, account };
}

/** The limit on what the key's orders may cost, which all its successors share. */
export function limitIdOf({ actor }: Pick<Context, "actor">): string | null {
  return (actor.type === "key" && actor.spendingLimitId) || null;
}

export function isLimitedKey(ctx: Pick<Context, "actor">): boolean {
  return limitIdOf(ctx) !== null;
}
