import type { AccountContext, Mode, Scope } from "#core/context";
import { checksumBase62, randomBase62, sha256 } from "#core/crypto";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#core/record-audit";
import { Scope as ScopeSchema } from "./schema";
import { createSpendingLimit, listSpendingLimits, type SpendingLimit } from "./spending-limits";

interface NewKey {
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

interface CreatedKey {
  id: string;
  token: string;
}

async function insertKey(
  ctx: AccountContext,
  input: NewKey & { id: string; spendingLimitId: string | null; limitAmount?: number },
): Promise<CreatedKey> {
  const { id, scope, spendingLimitId, limitAmount } = input;
  const name = input.name.trim();
  if (name === "" || name.length > 512) throw invalid("name", "must have 1 to 512 characters");
  const token = newKeyToken(ctx.account.mode);
  await ctx.db.prisma.apiKey.create({
    data: {
      accountId: ctx.account.id,
      id,
      name,
      scope,
      spendingLimitId,
      tokenHash: new Uint8Array(sha256(token)),
      tokenHint: token.slice(-4),
      createdAt: ctx.now,
    },
  });
  await recordAudit(ctx, {
    action: "api_key.created",
    subjectId: id,
    data: {
      name,
      scope,
      ...(limitAmount !== undefined && {
        spending_limit: limitAmount,
        currency: ctx.account.currency,
      }),
    },
  });
  return { id, token };
}

/**
 * Creates a key of the context's account; with a limit on what its orders may cost in a calendar
 * month (UTC), in the account's currency. @throws invalid `name`
 */
export async function createApiKey(
  ctx: AccountContext,
  input: NewKey & { spendingLimit?: number | null },
): Promise<CreatedKey> {
  const { spendingLimit = null, ...key } = input;
  const id = newId("apiKey");
  if (spendingLimit === null) return insertKey(ctx, { ...key, id, spendingLimitId: null });
  await createSpendingLimit(ctx, { id, limitAmount: spendingLimit });
  return insertKey(ctx, {
    ...key,
    id,
    spendingLimitId: id,
    limitAmount: spendingLimit,
  });
}

const HOUR_MS = 3_600_000;

/**
 * Creates a successor, which shares its spending limit. The old key expires after `overlapHours`, or sooner if it was about to.
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
  const endsAt = new Date(ctx.now.getTime() + input.overlapHours * HOUR_MS);
  const expiresAt = old.expiresAt && old.expiresAt < endsAt ? old.expiresAt : endsAt;
  const ended = await apiKey.updateMany({
    where: {
      ...where,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
    },
    data: { expiresAt },
  });
  if (ended.count === 0) throw conflict("This API key is no longer valid: create a new one");
  await recordAudit(ctx, { action: "api_key.rotated", subjectId: input.id });
  return insertKey(ctx, {
    id: newId("apiKey"),
    name: old.name,
    scope: ScopeSchema.parse(old.scope),
    spendingLimitId: old.spendingLimitId,
  });
}

/** Revoking a key twice is not an error. @throws not-found */
export async function revokeApiKey(ctx: AccountContext, input: { id: string }): Promise<void> {
  const where = { accountId: ctx.account.id, id: input.id };
  const key = await ctx.db.prisma.apiKey.findFirst({ where });
  if (!key) throw notFound("API key");
  const { count } = await ctx.db.prisma.apiKey.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: ctx.now },
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
  spendingLimit: SpendingLimit | null;
}

/** Valid keys first, newest first. */
export async function listApiKeys(ctx: AccountContext): Promise<ListedKey[]> {
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { accountId: ctx.account.id },
    omit: { tokenHash: true },
    orderBy: { id: "desc" },
  });
  const limits = await listSpendingLimits(ctx);
  const listed = keys.map((key) => {
    const isExpired = key.expiresAt !== null && key.expiresAt <= ctx.now;
    const spendingLimit = limits.get(key.spendingLimitId ?? "") ?? null;
    return { ...key, spendingLimit, isValid: key.revokedAt === null && !isExpired };
  });
  return [...listed.filter((key) => key.isValid), ...listed.filter((key) => !key.isValid)];
}

/**
 * Valid keys of the live account and its test account whose token the person has seen, by the audit
 * log: they created or rotated it. Newest first.
 */
export async function listKeysOf(
  ctx: AccountContext,
  { personId }: { personId: string },
): Promise<{ id: string; accountId: string; name: string; mode: Mode; scope: string }[]> {
  const { account, apiKey, auditEntry } = ctx.db.prisma;
  const { id } = ctx.account;
  const accounts = await account.findMany({ where: { OR: [{ id }, { liveAccountId: id }] } });
  const modes = new Map(accounts.map((row) => [row.id, row.mode as Mode]));
  const accountId = { in: [...modes.keys()] };
  const by = { actorType: "person", actorId: personId, action: "api_key.created" };
  const created = await auditEntry.findMany({
    where: { accountId, ...by },
    select: { subjectId: true },
  });
  const keys = await apiKey.findMany({
    where: {
      accountId,
      id: { in: created.flatMap(({ subjectId }) => subjectId ?? []) },
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
    },
    select: { id: true, accountId: true, name: true, scope: true },
    orderBy: { id: "desc" },
  });
  return keys.map((key) => ({ ...key, mode: modes.get(key.accountId) ?? "test" }));
}
