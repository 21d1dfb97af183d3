// Removes a person's passkey, which then opens nothing here.
import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { deleteUselessRecoveryCodes } from "./create-recovery-codes";
import { recordSecurityEvent, type Visitor } from "./record-security-event";

/** @throws not-found */
export async function removePasskey(
  ctx: Context,
  { id, personId, visitor }: { id: string; personId: string; visitor: Visitor },
): Promise<void> {
  const { passkey } = ctx.db.prisma;
  const found = await passkey.findUnique({ where: { id, personId } });
  const removed = await passkey.deleteMany({ where: { id, personId } });
  if (!found || removed.count !== 1) throw notFound("passkey");
  await deleteUselessRecoveryCodes(ctx, personId);
  await recordAudit(ctx, {
    action: "person.passkey_removed",
    subjectId: personId,
    data: { name: found.name },
  });
  await recordSecurityEvent(ctx, {
    kind: "auth.second_factor_changed",
    visitor,
    personId,
    data: { to: "passkey removed" },
  });
}
