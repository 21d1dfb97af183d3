// Replaces an account's webhook secret; the one before it stays valid for a while.
import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { recordAudit } from "#core/record-audit";
import type { WebhookSecret } from "#prisma";
import { ensureWebhookSecrets } from "./ensure-webhook-secrets";
import { makeWebhookSecret } from "./make-webhook-secret";
import type { RotateWebhookSecret } from "./schema";

const HOUR_MS = 3_600_000;

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
