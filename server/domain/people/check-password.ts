// A person proves their password again, outside a transaction.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { verifyPassword } from "#core/passwords";
import { proofLimits } from "./attempt-rules";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import { requireAttempt } from "./require-attempt";
import { takeBackAttempts } from "./store";

/** A change made on this proof must find the same hash still stored. */
export interface PasswordProof {
  personId: string;
  passwordHash: string;
}

interface CheckPassword {
  personId: string;
  password: string;
  /** The session or link that asks, which each guess is counted against. */
  countedAs: string;
  /** The name of the password's field, and what is wrong with it. */
  field: string;
  complaint: string;
  visitor: Visitor;
}

/** @throws rate-limited; invalid naming `field` */
export async function checkPassword(ctx: Context, input: CheckPassword): Promise<PasswordProof> {
  const { personId, password, visitor } = input;
  const limits = proofLimits(input.countedAs);
  await requireAttempt(ctx, { limits, attempted: "password", visitor, personId });
  const { passwordHash } = await ctx.db.prisma.person.findUniqueOrThrow({
    where: { id: personId },
  });
  if (!passwordHash || !(await verifyPassword(password, passwordHash))) {
    await recordSecurityEvent(ctx, { kind: "auth.password_failed", visitor, personId });
    throw invalid(input.field, input.complaint);
  }
  await takeBackAttempts(ctx.db, limits);
  return { personId, passwordHash };
}
