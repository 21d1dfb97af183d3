// Lets a person who knows the old password set another.
import type { Context } from "#core/context";
import { verifyPassword } from "#core/crypto";
import { invalid } from "#core/errors";
import type { ChangePassword } from "./schema";
import { setPassword } from "./set-password";

/** Other sessions end; this one goes on. @throws invalid `current` or `password` */
export async function changePassword(
  ctx: Context,
  input: ChangePassword & { personId: string; sessionId: string },
): Promise<void> {
  const person = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: input.personId } });
  const { passwordHash } = person;
  if (!passwordHash || !(await verifyPassword(input.current, passwordHash))) {
    throw invalid("current", "is not your password");
  }
  await setPassword(ctx, { person, password: input.password, keptSessionId: input.sessionId });
}
