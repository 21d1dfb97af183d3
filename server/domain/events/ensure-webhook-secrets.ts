// The secrets that sign an account's callbacks; the first one is made when it is first needed.
import type { AccountContext } from "#core/context";
import type { WebhookSecret } from "#prisma";
import { findValidSecrets } from "./find-valid-secrets";
import { makeWebhookSecret } from "./make-webhook-secret";

/** The account's valid secrets, the current one first, and during a rotation the one before it. */
export async function ensureWebhookSecrets(ctx: AccountContext): Promise<WebhookSecret[]> {
  const its = { accountIds: [ctx.account.id] };
  const valid = await findValidSecrets(ctx, its);
  if (valid.some((secret) => secret.expiresAt === null)) return valid;
  await makeWebhookSecret(ctx);
  return findValidSecrets(ctx, its);
}
