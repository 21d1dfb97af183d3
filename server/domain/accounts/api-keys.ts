import {
  type Account,
  type AccountContext,
  type Context,
  type Mode,
  type Scope,
  systemTime,
} from "#core/context";
import { checksumBase62, randomBase62, sha256 } from "#core/crypto";
import type { Sql } from "#core/db";
import { conflict, invalid, notFound } from "#core/errors";
import { makeSharedReads } from "#core/groups";
import { newId } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#core/record-audit";
import { isKeyToken } from "./key-token";
import { Scope as ScopeSchema } from "./schema";
import type { AccountTables } from "./tables";

const query = queriesOn<AccountTables>();

const findValidKey = query("accounts-find-key", (db, key: Params<{ hash: Buffer; now: Date }>) =>
  db
    .selectFrom("apiKeys as k")
    .innerJoin("accounts as a", "a.id", "k.accountId")
    .select(["k.id as keyId", "k.scope", "k.lastUsedAt"])
    .select([
      "a.id",
      "a.mode",
      "a.name",
      "a.slug",
      "a.logoFileKey",
      "a.createdAt",
      "a.hasLedger",
      "a.suspensionReason",
      "a.defaultPortfolioId",
      "a.clockOffsetS",
    ])
    .where("k.tokenHash", "=", key.hash)
    .where("k.revokedAt", "is", null)
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

export interface ValidKey {
  id: string;
  scope: Scope;
  lastUsedAt: Date | null;
  account: Account;
}

const shared = makeSharedReads<Awaited<ReturnType<typeof findValidKey>>>();

async function findKey(db: Sql, hash: Buffer, now: Date): Promise<ValidKey | null> {
  const [row] = await shared(db, hash.toString("hex"), () => findValidKey(db, { hash, now }));
  if (!row) return null;
  const { keyId, scope, lastUsedAt, ...account } = row;
  return { id: keyId, scope, lastUsedAt, account };
}

async function touchKey(db: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await setLastUse(db, { accountId, id, now });
}

// Last use is exact to a minute, so that most requests don't write.
const TOUCH_EVERY_MS = 60_000;
const touched = new Map<string, number>();

interface Holder {
  keyId: string;
  scope: Scope;
  account: Account;
}

/** Null if the key is malformed, unknown, expired or revoked. */
export async function authenticateKey(ctx: Context, token: string): Promise<Holder | null> {
  if (!isKeyToken(token)) return null;
  const key = await findKey(ctx.db, sha256(token), ctx.now);
  if (!key) return null;
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
  return { keyId: key.id, scope: key.scope, account: key.account };
}

interface CreateApiKey {
  name: string;
  scope: Scope;
}

// 190 random bits.
const SECRET_LENGTH = 32;

/** The mode, a secret, and a checksum over both. */
function newKeyToken(mode: Mode): string {
  const body = `ct_${mode}_${randomBase62(SECRET_LENGTH)}`;
  return body + checksumBase62(body);
}

/** Creates a key of the context's account. @throws invalid `name` */
export async function createApiKey(
  ctx: AccountContext,
  input: CreateApiKey,
): Promise<{ id: string; token: string }> {
  const name = input.name.trim();
  if (name === "" || name.length > 512) throw invalid("name", "must have 1 to 512 characters");
  const id = newId("apiKey");
  const token = newKeyToken(ctx.account.mode);
  await ctx.db.prisma.apiKey.create({
    data: {
      accountId: ctx.account.id,
      id,
      name,
      scope: input.scope,
      tokenHash: new Uint8Array(sha256(token)),
      tokenHint: token.slice(-4),
      createdAt: systemTime(ctx),
    },
  });
  await recordAudit(ctx, {
    action: "api_key.created",
    subjectId: id,
    data: { name, scope: input.scope },
  });
  return { id, token };
}

const HOUR_MS = 3_600_000;

/**
 * Creates a successor. The old key expires after `overlapHours`, or sooner if it was about to.
 * @throws not-found; conflict if the key is no longer valid
 */
export async function rotateApiKey(
  ctx: AccountContext,
  input: { id: string; overlapHours: number },
): Promise<{ id: string; token: string }> {
  const { apiKey } = ctx.db.prisma;
  const where = { accountId: ctx.account.id, id: input.id };
  const old = await apiKey.findFirst({ where });
  if (!old) throw notFound("API key");
  const endsAt = new Date(systemTime(ctx).getTime() + input.overlapHours * HOUR_MS);
  const expiresAt = old.expiresAt && old.expiresAt < endsAt ? old.expiresAt : endsAt;
  const ended = await apiKey.updateMany({
    where: {
      ...where,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: systemTime(ctx) } }],
    },
    data: { expiresAt },
  });
  if (ended.count === 0) throw conflict("This API key is no longer valid: create a new one");
  await recordAudit(ctx, { action: "api_key.rotated", subjectId: input.id });
  return createApiKey(ctx, { name: old.name, scope: ScopeSchema.parse(old.scope) });
}

/** Revoking a key twice is not an error. @throws not-found */
export async function revokeApiKey(ctx: AccountContext, input: { id: string }): Promise<void> {
  const where = { accountId: ctx.account.id, id: input.id };
  const key = await ctx.db.prisma.apiKey.findFirst({ where });
  if (!key) throw notFound("API key");
  const { count } = await ctx.db.prisma.apiKey.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: systemTime(ctx) },
  });
  if (count > 0) await recordAudit(ctx, { action: "api_key.revoked", subjectId: input.id });
}

export interface ListedKey {
  id: string;
  name: string;
  scope: string;
  /** The last four characters of the token. */
  tokenHint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  isValid: boolean;
}

/** Valid keys first, newest first. */
export async function listApiKeys(ctx: AccountContext): Promise<ListedKey[]> {
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { accountId: ctx.account.id },
    omit: { tokenHash: true },
    orderBy: { id: "desc" },
  });
  const listed = keys.map((key) => {
    const isExpired = key.expiresAt !== null && key.expiresAt <= systemTime(ctx);
    return { ...key, isValid: key.revokedAt === null && !isExpired };
  });
  return [...listed.filter((key) => key.isValid), ...listed.filter((key) => !key.isValid)];
}
