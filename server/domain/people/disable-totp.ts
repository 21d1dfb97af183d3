// Takes a person's second factor away.
import type { Context } from "#core/context";
import { verifyPassword } from "#core/crypto";
import { invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";

/** Whoever finds an open screen does not know the password. @throws invalid `password` */
export async function disableTotp(
  ctx: Context,
  { personId, password }: { personId: string; password: string },
): Promise<void> {
  const { prisma } = ctx.db;
  const person = await prisma.person.findUniqueOrThrow({ where: { id: personId } });
  if (!person.passwordHash || !(await verifyPassword(password, person.passwordHash))) {
    throw invalid("password", "is not your password");
  }
  const data = { totpKey: null, totpLastStep: null };
  await prisma.person.update({ where: { id: personId }, data });
  await prisma.recoveryCode.deleteMany({ where: { personId } });
  await recordAudit(ctx, { action: "person.second_factor_removed", subjectId: personId });
}
