// Webhook secrets, and the signatures made with them.
import { createHmac, randomBytes } from "node:crypto";
import type { AccountContext, Context } from "#core/context";
import { conflict } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#core/record-audit";
import type { WebhookSecret } from "#prisma";
import type { RotateWebhookSecret } from "./schema";

const PREFIX = "whsec_";

/** The secret as people see it. */
export function secretOf(key: Buffer): string {
  return PREFIX + key.toString("base64");
}

/** The bytes that sign. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}

interface Unsigned {
  id: string;
  /** Whole seconds of it are part of what is signed. */
  attemptedAt: Date;
  body: string;
  secrets: readonly string[];
}

/** The three headers; one signature for each secret. */
export function signCallback(callback: Unsigned): Record<string, string> {
  const { id, attemptedAt, body, secrets } = callback;
  const timestamp = Math.floor(attemptedAt.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const signature = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

const KEY_BYTES = 32;
const HOUR_MS = 3_600_000;

/** Whom secrets sign for: the callbacks of an account's orders, or one of its webhook endpoints. */
export interface Signer {
  accountId: string;
  endpointId: string | null;
}

export const signerKey = ({ accountId, endpointId }: Signer): string => endpointId ?? accountId;

/** The valid secrets of these signers, of each the current one first. */
function findValidSecrets(
  { db, now }: Context,
  { signers }: { signers: readonly Signer[] },
): Promise<WebhookSecret[]> {
  return db.prisma.webhookSecret.findMany({
    where: {
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        { OR: signers.map(({ accountId, endpointId }) => ({ accountId, endpointId })) },
      ],
    },
    orderBy: { id: "desc" },
  });
}

/** Makes the current secret. Returns null if there is one already, which the database makes sure of. */
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
  const created = await ctx.db.prisma.webhookSecret.createMany({
    data: secret,
    skipDuplicates: true,
  });
  return created.count === 1 ? secret : null;
}

/** The valid secrets of the account's callbacks, the current one first; the first is made now. */
export async function ensureWebhookSecrets(ctx: AccountContext): Promise<WebhookSecret[]> {
  const own = { accountId: ctx.account.id, endpointId: null };
  const valid = await findValidSecrets(ctx, { signers: [own] });
  if (valid.some((secret) => secret.expiresAt === null)) return valid;
  await makeWebhookSecret(ctx, own);
  return findValidSecrets(ctx, { signers: [own] });
}

/** Each signer's valid secrets by its key, the current one first; nothing for those without one. */
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
 * Makes a new current secret, and leaves the one before it valid for the overlap. What was older ends
 * at once, so that a leaked secret is gone after two rotations, or after one without overlap.
 * @throws conflict where another rotation is under way
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
  if (!created) throw conflict("The webhook secret is being rotated");
  return created;
}

/** Rotates the secret of the account's callbacks. Returns the valid ones: the new one, then the last. */
export async function rotateWebhookSecret(
  ctx: AccountContext,
  { overlap_hours: overlapHours = 24 }: Partial<RotateWebhookSecret> = {},
): Promise<WebhookSecret[]> {
  const { id } = await replaceWebhookSecret(ctx, { endpointId: null, overlapHours });
  const data = { overlap_hours: overlapHours };
  await recordAudit(ctx, { action: "webhook_secret.rotated", subjectId: id, data });
  return ensureWebhookSecrets(ctx);
}
