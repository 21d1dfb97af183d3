// Reads the secrets that are valid now: the current one, and during a rotation the one before it.
import type { Context } from "#core/context";
import type { WebhookSecret } from "#prisma";

/** Those of these accounts, of each the current one first. */
export function findValidSecrets(
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
