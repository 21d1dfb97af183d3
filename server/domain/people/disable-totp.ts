// Turns a person's second factor off.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import type { PasswordProof } from "./check-password";
import { deleteUselessRecoveryCodes } from "./create-recovery-codes";
import { recordSecurityEvent, type Visitor } from "./record-security-event";

/** Whoever finds an unlocked screen does not know the password. @throws invalid `password` */
export async function disableTotp(
  ctx: Context,
  { proof, visitor }: { proof: PasswordProof; visitor: Visitor },
): Promise<void> {
  const { prisma } = ctx.db;
  const { personId, passwordHash } = proof;
  const { count } = await prisma.person.updateMany({
    where: { id: personId, passwordHash },
    data: { totpKey: null, totpLastStep: null },
  });
  if (count !== 1) throw invalid("password", "is not your password any more");
  await deleteUselessRecoveryCodes(ctx, personId);
  await recordAudit(ctx, { action: "person.second_factor_removed", subjectId: personId });
  await recordSecurityEvent(ctx, {
    kind: "auth.second_factor_changed",
    visitor,
    personId,
    data: { to: "off" },
  });
}
