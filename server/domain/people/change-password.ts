// Lets a person who knows the old password set another, in two steps around the hashing.
import type { Context } from "#core/context";
import { checkPassword, type PasswordProof } from "./check-password";
import { hashNewPassword } from "./hash-new-password";
import type { Visitor } from "./record-security-event";
import type { ChangePassword } from "./schema";
import { setPassword } from "./set-password";

interface PreparedChange {
  proof: PasswordProof;
  passwordHash: string;
  sessionId: string;
  visitor: Visitor;
}

/** Outside a transaction. @throws rate-limited; invalid `current` or `password` */
export async function preparePasswordChange(
  ctx: Context,
  input: ChangePassword & { personId: string; sessionId: string; visitor: Visitor },
): Promise<PreparedChange> {
  const { personId, sessionId, visitor } = input;
  const proof = await checkPassword(ctx, {
    personId,
    password: input.current,
    countedAs: sessionId,
    field: "current",
    complaint: "is not your password",
    visitor,
  });
  const { email, name } = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: personId } });
  const passwordHash = await hashNewPassword(input.password, [email, name]);
  return { proof, passwordHash, sessionId, visitor };
}

/** Other sessions end; this one continues. @throws invalid `current` */
export async function changePassword(ctx: Context, prepared: PreparedChange): Promise<void> {
  const { proof, passwordHash, sessionId, visitor } = prepared;
  await setPassword(ctx, {
    personId: proof.personId,
    passwordHash,
    proof,
    keptSessionId: sessionId,
    visitor,
  });
}
