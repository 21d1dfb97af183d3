// Ends an API key's validity, at once and for good.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import { recordAudit } from "./record-audit";

/** Revokes a key of the context's account; revoking twice is no error. @throws not-found */
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
