// Sets a password by a link from a mail, in two steps around the hashing.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { findLinkForVisitor } from "./find-link-for-visitor";
import { hashNewPassword, setPassword } from "./passwords";
import type { ResetPassword } from "./schema";
import type { Visitor } from "./security-events";
import { takeMailedLink } from "./take-mailed-link";

interface PreparedReset {
  token: string;
  passwordHash: string;
  visitor: Visitor;
}

const unusable = () => invalid("token", "was used, or is too old");

/** Outside a transaction. @throws rate-limited; invalid `token` or `password` */
export async function preparePasswordReset(
  ctx: Context,
  input: ResetPassword & { visitor: Visitor },
): Promise<PreparedReset> {
  const { token, password, visitor } = input;
  const link = await findLinkForVisitor(ctx, { kind: "password_reset", token, visitor });
  const person = link && (await ctx.db.prisma.person.findUnique({ where: { email: link.email } }));
  if (!person) throw unusable();
  const passwordHash = await hashNewPassword(password, [person.email, person.name]);
  return { token, passwordHash, visitor };
}

/** A second factor stays: the mailbox alone lets nobody in. @throws invalid `token` */
export async function resetPassword(
  ctx: Context,
  { token, passwordHash, visitor }: PreparedReset,
): Promise<{ email: string }> {
  const { email } = await takeMailedLink(ctx, { kind: "password_reset", token });
  const person = await ctx.db.prisma.person.findUnique({ where: { email } });
  if (!person) throw unusable();
  await setPassword(ctx, { personId: person.id, passwordHash, visitor });
  return { email };
}
