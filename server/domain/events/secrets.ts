// The secrets that sign an account's callbacks: the current one, and during a rotation the one before it.
import { randomBytes } from "node:crypto";
import type { AccountContext, Context } from "#core/context";
import { conflict } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#core/record-audit";
import type { WebhookSecret } from "#prisma";
import type { RotateWebhookSecret } from "./schema";
import { secretOf } from "./signing";

const KEY_BYTES = 32;
const HOUR_MS = 3_600_000;

/** The valid secrets of these accounts, of each the current one first. */
function findValidSecrets(
  { db, now }: Context,
  { accountIds }: { accountIds: readonly string[] },
): Promise<WebhookSecret[]> {
  return db.prisma.webhookSecret.findMany({
    where: {
      accountId: { in: [...accountIds] },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    orderBy: { id: "desc" },
  });
}

/** Makes the current secret. Returns false if there is one already, which the database makes sure of. */
async function makeWebhookSecret(ctx: AccountContext): Promise<boolean> {
  const secret = {
    accountId: ctx.account.id,
    id: newId("webhookSecret"),
    secret: secretOf(randomBytes(KEY_BYTES)),
    createdAt: ctx.now,
  };
  const made = await ctx.db.prisma.webhookSecret.createMany({ data: secret, skipDuplicates: true });
  return made.count === 1;
}

/** The account's valid secrets, the current one first; the first one is made when it is needed. */
export async function ensureWebhookSecrets(ctx: AccountContext): Promise<WebhookSecret[]> {
  const its = { accountIds: [ctx.account.id] };
  const valid = await findValidSecrets(ctx, its);
  if (valid.some((secret) => secret.expiresAt === null)) return valid;
  await makeWebhookSecret(ctx);
  return findValidSecrets(ctx, its);
}

/** Each account's valid secrets, the current one first; nothing for accounts that have no current one. */
export async function listWebhookSecrets(
  ctx: Context,
  input: { accountIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const rows = await findValidSecrets(ctx, input);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(
    [...byAccount].flatMap(([accountId, list]) =>
      list.some(({ expiresAt }) => expiresAt === null)
        ? [[accountId, list.map(({ secret }) => secret)]]
        : [],
    ),
  );
}

/**
 * The valid secrets after the rotation: the new one, and for the overlap the one before it. What
 * was older ends at once, so that a leaked secret is gone after two rotations, or after one without
 * overlap. @throws conflict where another rotation is under way
 */
export async function rotateWebhookSecret(
  ctx: AccountContext,
  { overlap_hours: hours = 24 }: Partial<RotateWebhookSecret> = {},
): Promise<WebhookSecret[]> {
  const { db, account, now } = ctx;
  const { webhookSecret } = db.prisma;
  const accountId = account.id;
  await webhookSecret.updateMany({
    where: { accountId, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  await webhookSecret.updateMany({
    where: { accountId, expiresAt: null },
    data: { expiresAt: new Date(now.getTime() + hours * HOUR_MS) },
  });
  if (!(await makeWebhookSecret(ctx))) throw conflict("The webhook secret is being rotated");
  const secrets = await ensureWebhookSecrets(ctx);
  await recordAudit(ctx, {
    action: "webhook_secret.rotated",
    subjectId: secrets[0]?.id ?? null,
    data: { overlap_hours: hours },
  });
  return secrets;
}
