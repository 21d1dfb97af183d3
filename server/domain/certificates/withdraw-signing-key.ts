// Takes back a key that others may have: nothing it signed is to be believed any longer.
import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { recordAudit } from "#core/record-audit";
import { rotateSigningKey } from "./rotate-signing-key";

/**
 * Unpublishes the key, and replaces it where it is the one that signs. Certificates are signed as
 * they are asked for, so only copies that were kept lose their proof, and can be fetched anew.
 * @throws notFound where no key has the id
 */
export async function withdrawSigningKey(ctx: Context, id: string): Promise<void> {
  const { signingKey } = ctx.db.prisma;
  const key = await signingKey.findUnique({ where: { id } });
  if (!key) throw notFound("signing key");
  if (key.retiredAt === null) await rotateSigningKey(ctx);
  await signingKey.updateMany({
    where: { id, withdrawnAt: null },
    data: { withdrawnAt: ctx.now },
  });
  await recordAudit(ctx, { action: "signing_key.withdrawn", subjectId: id });
}
