import type { Account, AccountContext, Context } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { addMember, createAccount, createPerson, Role, recordAudit } from "#domain/accounts";
import { queueMails } from "#domain/queue";
import { consumeMailedLink, findLinkForVisitor, linkMail, unusableLink } from "./mailed-links";
import { checkPassword, hashNewPassword, type PasswordProof } from "./passwords";
import { normalEmail } from "./rules";
import type { AcceptInvitation, InviteFirstOwner, InvitePerson, OpenAccount } from "./schema";
import type { Visitor } from "./security-events";

const INVITATION_MS = 7 * 24 * 3_600_000;

/**
 * Queues the mail with the link and returns the invitation's id. `ctx.account` is the live account.
 * @throws invalid `email` if the person is already a member or invited
 */
export async function invitePerson(ctx: AccountContext, input: InvitePerson): Promise<string> {
  const { account, now, actor } = ctx;
  const { prisma } = ctx.db;
  const email = normalEmail(input.email);
  const person = await prisma.person.findUnique({ where: { email } });
  const where = { accountId: account.id, personId: person?.id ?? "" };
  if ((await prisma.membership.count({ where })) > 0) {
    throw invalid("email", "is already a member");
  }
  // An expired invitation doesn't block a new one.
  await prisma.mailedLink.updateMany({
    where: { accountId: account.id, email, endedAt: null, expiresAt: { lte: now } },
    data: { endedAt: now },
  });
  const id = newId("mailedLink");
  const link = { id, kind: "invitation", email, accountId: account.id, role: input.role };
  try {
    await prisma.mailedLink.create({
      data: {
        ...link,
        invitedBy: actor.type === "person" ? actor.id : null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid("email", "is already invited");
    throw error;
  }
  await queueMails(ctx.db, { mails: [linkMail("invitation", id)], now });
  await recordAudit(ctx, {
    action: "member.invited",
    subjectId: id,
    data: { email, role: input.role },
  });
  return id;
}

/**
 * `ctx.account` is the live account. For operators, who have no access to an account's team once it
 * has an owner.
 * @throws conflict if the account has an owner; invalid `email`
 */
export async function inviteFirstOwner(
  ctx: AccountContext,
  { email }: InviteFirstOwner,
): Promise<void> {
  const where = { accountId: ctx.account.id, role: "owner" };
  if ((await ctx.db.prisma.membership.count({ where })) > 0) {
    throw conflict("The account already has an owner", "Ask an owner to invite other people.");
  }
  await invitePerson(ctx, { email, role: "owner" });
}

/**
 * Creates a live and a test account and invites the owner. Returns the live account.
 * @throws invalid
 */
export async function openAccount(ctx: Context, input: OpenAccount): Promise<Account> {
  const { name, slug, email } = input;
  const { live } = await createAccount(ctx, { name, slug: slug ?? undefined });
  await invitePerson({ ...ctx, account: live }, { email, role: "owner" });
  return live;
}

const WRONG_PASSWORD = "is not the password you sign in with";

interface PreparedAcceptance {
  token: string;
  name: string;
  /** For an existing person. Null for new ones, who choose a password. */
  proof: PasswordProof | null;
  passwordHash: string;
}

/**
 * Existing people confirm their password, which doesn't change. Outside a transaction.
 * @throws rate-limited; invalid `token` or `password`
 */
export async function prepareAcceptance(
  ctx: Context,
  input: AcceptInvitation & { visitor: Visitor },
): Promise<PreparedAcceptance> {
  const { token, name, password, visitor } = input;
  const link = await findLinkForVisitor(ctx, { kind: "invitation", token, visitor });
  if (!link) throw unusableLink();
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
    message: WRONG_PASSWORD,
    visitor,
  });
  return { token, name, proof, passwordHash: proof.passwordHash };
}

/** Creates the person if needed, and adds the role. @throws invalid `token`, `password`, `email` */
export async function acceptInvitation(
  ctx: Context,
  { token, name, proof, passwordHash }: PreparedAcceptance,
): Promise<{ email: string }> {
  const link = await consumeMailedLink(ctx, { kind: "invitation", token });
  const { email, accountId, role } = link;
  const isProven = { id: proof?.personId ?? "", passwordHash };
  if (proof && (await ctx.db.prisma.person.count({ where: isProven })) === 0) {
    throw invalid("password", WRONG_PASSWORD);
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

/**
 * Makes the link invalid.
 * @throws not-found if the invitation is not open or belongs to another account
 */
export async function revokeInvitation(ctx: AccountContext, { id }: { id: string }): Promise<void> {
  const ended = await ctx.db.prisma.mailedLink.updateMany({
    where: { id, accountId: ctx.account.id, endedAt: null },
    data: { endedAt: ctx.now },
  });
  if (ended.count === 0) throw notFound("invitation");
  await recordAudit(ctx, { action: "member.invitation_taken_back", subjectId: id });
}

export interface Team {
  members: { personId: string; name: string; email: string; role: Role; since: Date }[];
  invitations: { id: string; email: string; role: Role; sentAt: Date; expiresAt: Date }[];
}

/** For the live account, whose members also have access to its test account. */
export async function listTeam({ db, account, now }: AccountContext): Promise<Team> {
  const [memberships, links] = await Promise.all([
    db.prisma.membership.findMany({ where: { accountId: account.id } }),
    db.prisma.mailedLink.findMany({
      where: { accountId: account.id, endedAt: null, expiresAt: { gt: now } },
      orderBy: { createdAt: "desc" },
    }),
  ]);
  const people = await db.prisma.person.findMany({
    where: { id: { in: memberships.map(({ personId }) => personId) } },
    select: { id: true, name: true, email: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const byPerson = new Map(memberships.map((it) => [it.personId, it]));
  return {
    members: people.flatMap(({ id, name, email }) => {
      const membership = byPerson.get(id);
      if (!membership) return [];
      const { role, createdAt } = membership;
      return { personId: id, name, email, role: Role.parse(role), since: createdAt };
    }),
    invitations: links.map(({ id, email, role, createdAt, expiresAt }) => ({
      id,
      email,
      role: Role.parse(role),
      sentAt: createdAt,
      expiresAt,
    })),
  };
}
