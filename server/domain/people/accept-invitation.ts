// Joins an account by the link of an invitation, in two steps around the hashing.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { addMember, createPerson, Role } from "#domain/accounts";
import { findLinkForVisitor } from "./find-link-for-visitor";
import { checkPassword, hashNewPassword, type PasswordProof } from "./passwords";
import type { AcceptInvitation } from "./schema";
import type { Visitor } from "./security-events";
import { takeMailedLink } from "./take-mailed-link";

const NOT_YOURS = "is not the one that you log in with";

interface PreparedAcceptance {
  token: string;
  name: string;
  /** Of a person who exists; anybody else gets a password. */
  proof: PasswordProof | null;
  passwordHash: string;
}

/**
 * Somebody who is known shows their password, which stays as it is. Outside a transaction.
 * @throws rate-limited; invalid `token` or `password`
 */
export async function prepareAcceptance(
  ctx: Context,
  input: AcceptInvitation & { visitor: Visitor },
): Promise<PreparedAcceptance> {
  const { token, name, password, visitor } = input;
  const link = await findLinkForVisitor(ctx, { kind: "invitation", token, visitor });
  if (!link) throw invalid("token", "was used, or is too old");
  const known = await ctx.db.prisma.person.findUnique({ where: { email: link.email } });
  if (!known) {
    const passwordHash = await hashNewPassword(password, [link.email, name]);
    return { token, name, proof: null, passwordHash };
  }
  const proof = await checkPassword(ctx, {
    personId: known.id,
    password,
    countedAs: link.id,
    field: "password",
    complaint: NOT_YOURS,
    visitor,
  });
  return { token, name, proof, passwordHash: proof.passwordHash };
}

/** Creates the person if needed, and adds the role. @throws invalid `token`, `password`, `email` */
export async function acceptInvitation(
  ctx: Context,
  { token, name, proof, passwordHash }: PreparedAcceptance,
): Promise<{ email: string }> {
  const link = await takeMailedLink(ctx, { kind: "invitation", token });
  const { email, accountId, role } = link;
  const isProven = { id: proof?.personId ?? "", passwordHash };
  if (proof && (await ctx.db.prisma.person.count({ where: isProven })) === 0) {
    throw invalid("password", NOT_YOURS);
  }
  const personId =
    proof?.personId ??
    (await createPerson(ctx, { email, name, passwordHash, isOperator: false })).id;
  const actor = { type: "person", id: personId } as const;
  await addMember(
    { ...ctx, actor },
    { accountId: accountId ?? "", personId, role: Role.parse(role) },
  );
  return { email };
}
