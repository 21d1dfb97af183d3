// Joins an account by the link of an invitation, as a new person or as one that is known.
import type { Context } from "#core/context";
import { verifyPassword } from "#core/crypto";
import { invalid } from "#core/errors";
import { addMember, createPerson, Role } from "#domain/accounts";
import { judgePassword } from "./judge-password";
import type { AcceptInvitation } from "./schema";
import { takeMailedLink } from "./take-mailed-link";

/**
 * Makes the person where there is none with the address, and gives the role. Somebody who is known
 * shows the password, which stays as it is.
 * @throws invalid `token`, `password`
 */
export async function acceptInvitation(
  ctx: Context,
  input: AcceptInvitation,
): Promise<{ email: string }> {
  const link = await takeMailedLink(ctx, { kind: "invitation", token: input.token });
  const { email, accountId, role } = link;
  const known = await ctx.db.prisma.person.findUnique({ where: { email } });
  if (known && !(await verifyPassword(input.password, known.passwordHash ?? ""))) {
    throw invalid("password", "is not the one that you log in with");
  }
  if (!known) judgePassword(input.password, [email, input.name]);
  const { name, password } = input;
  const person = known ?? (await createPerson(ctx, { email, name, password, isOperator: false }));
  const actor = { type: "person", id: person.id } as const;
  await addMember(
    { ...ctx, actor },
    { accountId: accountId ?? "", personId: person.id, role: Role.parse(role) },
  );
  return { email };
}
