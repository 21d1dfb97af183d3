// The secrets that sign an account's callbacks; the first one is made when it is first needed.
import type { AccountContext } from "#core/context";
import type { WebhookSecret } from "#prisma";
import { makeWebhookSecret } from "./make-webhook-secret";

function findValid({ db, account, now }: AccountContext): Promise<WebhookSecret[]> {
  return db.prisma.webhookSecret.findMany({
    where: { accountId: account.id, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: { id: "desc" },
  });
}

/** The account's valid secrets, the current one first, and during a rotation the one before it. */
export async function ensureWebhookSecrets(ctx: AccountContext): Promise<WebhookSecret[]> {
  const valid = await findValid(ctx);
  if (valid.some((secret) => secret.expiresAt === null)) return valid;
  await makeWebhookSecret(ctx);
  return findValid(ctx);
}
