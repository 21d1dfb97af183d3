import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { AccountContext, Context } from "#core/context";
import { decryptText, encryptText, type Place } from "#core/data-key";
import { conflict } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn, unnest } from "#core/query";
import { recordAudit } from "#core/record-audit";
import type { WebhookSecret } from "#prisma";
import type { RotateWebhookSecret } from "./schema";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

const PREFIX = "whsec_";

export function secretOf(key: Buffer): string {
  return PREFIX + key.toString("base64");
}

export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}

interface Unsigned {
  id: string;
  /** Signed in whole seconds. */
  attemptedAt: Date;
  body: string | Uint8Array;
  secrets: readonly string[];
}

/** By the list of secrets, which all callbacks of a signer that are sent together share. */
const keys = new WeakMap<readonly string[], KeyObject[]>();

function keysOf(secrets: readonly string[]): KeyObject[] {
  const known = keys.get(secrets) ?? secrets.map((secret) => createSecretKey(keyOf(secret)));
  keys.set(secrets, known);
  return known;
}

/** The three Standard Webhooks headers, with one signature per secret. */
export function signCallback(callback: Unsigned): Record<string, string> {
  const { id, attemptedAt, body, secrets } = callback;
  const timestamp = Math.floor(attemptedAt.getTime() / 1000);
  const signatures = keysOf(secrets).map((key) => {
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.`);
    return `v1,${signature.update(body).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

const KEY_BYTES = 32;
const HOUR_MS = 3_600_000;

/** The callbacks of an account's orders, or one of its webhook endpoints. */
export interface Signer {
  accountId: string;
  endpointId: string | null;
}

export const signerKey = ({ accountId, endpointId }: Signer): string => endpointId ?? accountId;

const placeOf = (id: string): Place => ({ column: "webhook_secrets.secret", row: id });

interface ValidAt {
  signers: readonly Signer[];
  now: Date;
}

const findValid = query("events-find-secrets", (db, { signers, now }: Params<ValidAt>) =>
  db
    .selectFrom("webhookSecrets as s")
    .innerJoin(unnest("own", signers, { accountId: "text", endpointId: "text" }), (join) =>
      join
        .onRef("own.accountId", "=", "s.accountId")
        .onRef("own.endpointId", "is not distinct from", "s.endpointId"),
    )
    .select(["s.accountId", "s.id", "s.endpointId", "s.secret", "s.createdAt", "s.expiresAt"])
    .where((eb) => eb.or([eb("s.expiresAt", "is", null), eb("s.expiresAt", ">", now)]))
    .orderBy("s.id", "desc"),
);

/** Valid secrets of these signers, each signer's current one first. */
async function findValidSecrets(
  ctx: Context,
  { signers }: { signers: readonly Signer[] },
): Promise<WebhookSecret[]> {
  const rows = await findValid(ctx.db, { signers, now: ctx.now });
  const decrypted: WebhookSecret[] = [];
  for (const row of rows) {
    decrypted.push({ ...row, secret: await decryptText(ctx, placeOf(row.id), row.secret) });
  }
  return decrypted;
}

/**
 * Creates the current secret. Returns null if there is one already, which a unique index ensures.
 */
export async function makeWebhookSecret(
  ctx: AccountContext,
  { endpointId }: Pick<Signer, "endpointId">,
): Promise<WebhookSecret | null> {
  const secret = {
    accountId: ctx.account.id,
    id: newId("webhookSecret"),
    endpointId,
    secret: secretOf(randomBytes(KEY_BYTES)),
    createdAt: ctx.now,
    expiresAt: null,
  };
  const stored = await encryptText(ctx, placeOf(secret.id), secret.secret);
  const created = await ctx.db.prisma.webhookSecret.createMany({
    data: { ...secret, secret: stored },
    skipDuplicates: true,
  });
  return created.count === 1 ? secret : null;
}

/** Valid secrets of the account's callbacks, the current one first. Creates it if necessary. */
export async function ensureWebhookSecrets(ctx: AccountContext): Promise<WebhookSecret[]> {
  const own = { accountId: ctx.account.id, endpointId: null };
  const valid = await findValidSecrets(ctx, { signers: [own] });
  if (valid.some((secret) => secret.expiresAt === null)) return valid;
  await makeWebhookSecret(ctx, own);
  return findValidSecrets(ctx, { signers: [own] });
}

/** Valid secrets by signer key, the current one first. Signers without one are left out. */
export async function listWebhookSecrets(
  ctx: Context,
  input: { signers: readonly Signer[] },
): Promise<Map<string, string[]>> {
  if (input.signers.length === 0) return new Map();
  const bySigner = Map.groupBy(await findValidSecrets(ctx, input), signerKey);
  return new Map(
    [...bySigner].flatMap(([key, list]) =>
      list.some(({ expiresAt }) => expiresAt === null)
        ? [[key, list.map(({ secret }) => secret)]]
        : [],
    ),
  );
}

/**
 * Creates a new current secret; the previous one stays valid for the overlap. Older ones end now,
 * so a leaked secret is gone after two rotations, or after one without overlap.
 * @throws conflict if another rotation is in progress
 */
export async function replaceWebhookSecret(
  ctx: AccountContext,
  { endpointId, overlapHours }: Pick<Signer, "endpointId"> & { overlapHours: number },
): Promise<WebhookSecret> {
  const { db, account, now } = ctx;
  const { webhookSecret } = db.prisma;
  const own = { accountId: account.id, endpointId };
  await webhookSecret.updateMany({
    where: { ...own, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  await webhookSecret.updateMany({
    where: { ...own, expiresAt: null },
    data: { expiresAt: new Date(now.getTime() + overlapHours * HOUR_MS) },
  });
  const created = await makeWebhookSecret(ctx, own);
  if (!created) throw conflict("The webhook secret is already being rotated: try again");
  return created;
}

/** Rotates the secret of the account's callbacks. Returns the valid ones, the new one first. */
export async function rotateWebhookSecret(
  ctx: AccountContext,
  { overlap_hours: overlapHours = 24 }: Partial<RotateWebhookSecret> = {},
): Promise<WebhookSecret[]> {
  const { id } = await replaceWebhookSecret(ctx, { endpointId: null, overlapHours });
  const data = { overlap_hours: overlapHours };
  await recordAudit(ctx, { action: "webhook_secret.rotated", subjectId: id, data });
  return ensureWebhookSecrets(ctx);
}
