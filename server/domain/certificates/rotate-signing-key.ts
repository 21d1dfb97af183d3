// Replaces the key that signs certificates; what the one before it signed can still be checked.
import type { Context } from "#core/context";
import { recordAudit } from "#core/record-audit";
import { ensureSigningKey, type SigningKey } from "./ensure-signing-key";

/**
 * The new key. From now on every certificate is signed with it, older ones too; the former key's
 * public half stays published for the copies that people have, and its private half is destroyed.
 */
export async function rotateSigningKey(ctx: Context): Promise<SigningKey> {
  await ctx.db.prisma.signingKey.updateMany({
    where: { retiredAt: null },
    data: { retiredAt: ctx.now, privateKey: null },
  });
  const key = await ensureSigningKey(ctx);
  await recordAudit(ctx, { action: "signing_key.rotated", subjectId: key.id });
  return key;
}
