// Gives a person another password, and ends the sessions that the old one opened.
import type { Context } from "#core/context";
import { hashPassword } from "#core/crypto";
import { recordAudit } from "#domain/accounts";
import { judgePassword } from "./judge-password";

interface SetPassword {
  person: { id: string; email: string; name: string };
  password: string;
  /** The session that goes on: that of the person who asks. */
  keptSessionId?: string;
}

/** @throws invalid `password` */
export async function setPassword(ctx: Context, input: SetPassword): Promise<void> {
  const { person, password, keptSessionId } = input;
  judgePassword(password, [person.email, person.name]);
  const passwordHash = await hashPassword(password);
  await ctx.db.prisma.person.update({ where: { id: person.id }, data: { passwordHash } });
  await ctx.db.prisma.loginSession.updateMany({
    where: { personId: person.id, endedAt: null, NOT: { id: keptSessionId ?? "" } },
    data: { endedAt: ctx.now },
  });
  await recordAudit(ctx, { action: "person.password_set", subjectId: person.id });
}
