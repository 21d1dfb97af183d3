// Replaces an API key by another of the same name and scope; the old one works for a while longer.
import type { AccountContext } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { createApiKey } from "./create-api-key";
import { recordAudit } from "./record-audit";
import { Scope } from "./schema";

const HOUR_MS = 3_600_000;

/**
 * The new key; the old one ends after `overlapHours`, or earlier where it was to end.
 * @throws not-found; conflict where the key has ended
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
    where: { ...where, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }] },
    data: { expiresAt },
  });
  if (ended.count === 0) throw conflict("This API key has ended: make a new one");
  await recordAudit(ctx, { action: "api_key.rotated", subjectId: input.id });
  return createApiKey(ctx, { name: old.name, scope: Scope.parse(old.scope) });
}
