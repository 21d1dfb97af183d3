// Sets a password by a link from a mail.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import type { ResetPassword } from "./schema";
import { setPassword } from "./set-password";
import { takeMailedLink } from "./take-mailed-link";

/** A second factor stays: the mailbox alone does not let anybody in. @throws invalid */
export async function resetPassword(ctx: Context, input: ResetPassword): Promise<void> {
  const { email } = await takeMailedLink(ctx, { kind: "password_reset", token: input.token });
  const person = await ctx.db.prisma.person.findUnique({ where: { email } });
  if (!person) throw invalid("token", "was used, or is too old");
  await setPassword(ctx, { person, password: input.password });
}
