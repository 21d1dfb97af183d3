// An account's API keys, as far as they may be shown: never the token.
import type { AccountContext } from "#core/context";

export interface ListedKey {
  id: string;
  name: string;
  scope: string;
  /** The token's last letters. */
  tokenHint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** All of them, those that are valid first, the newest first. */
export async function listApiKeys(ctx: AccountContext): Promise<ListedKey[]> {
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { accountId: ctx.account.id },
    omit: { tokenHash: true },
    orderBy: { id: "desc" },
  });
  const isValid = ({ revokedAt, expiresAt }: ListedKey) =>
    revokedAt === null && (expiresAt === null || expiresAt > ctx.now);
  return [...keys.filter(isValid), ...keys.filter((key) => !isValid(key))];
}
