import type { Account, AccountContext, Context } from "#core/context";
import { isUniqueViolation, violatedForeignKey } from "#core/db-errors";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { normalEmail } from "#core/text";
import {
  addMember,
  createAccount,
  createPerson,
  limitOf,
  listKeysOf,
  type MemberLimit,
  Role,
  recordAudit,
  removeMember,
  requireLimitedRole,
  revokeApiKey,
} from "#domain/accounts";
import { queueMails } from "#domain/queue";
import { requireAttempt } from "./attempts";
import { consumeMailedLink, findLinkForVisitor, linkMail, unusableLink } from "./mailed-links";
import { checkPassword, hashNewPassword, type PasswordProof } from "./passwords";
import { invitationLimits } from "./rules";
import type { AcceptInvitation, InviteFirstOwner, OpenAccount } from "./schema";
import type { Visitor } from "./security-events";

const INVITATION_MS = 7 * 24 * 3_600_000;

interface Invitation {
  email: string;
  role: Role;
  limit?: MemberLimit | null;
}

/**
 * Queues the mail with the link and returns the invitation's id. `ctx.account` is the live account.
 * @throws invalid `email` if the person is already a member or invited, or `role`
 */
export async function invitePerson(ctx: AccountContext, input: Invitation): Promise<string> {
  const { account, now, actor } = ctx;
  const { prisma } = ctx.db;
  const { role, limit = null } = input;
  if (limit) requireLimitedRole(role);
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
  const subaccountId = limit?.subaccountId ?? null;
  const link = {
    ...{ id, kind: "invitation", email, accountId: account.id, role },
    ...{ subaccountAccountId: limit?.accountId ?? null, subaccountId },
  };
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
    data: { email, role, ...(limit && { subaccount_id: subaccountId }) },
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
export async function openAccount(
  ctx: Context,
  input: Pick<OpenAccount, "name" | "slug" | "currency" | "email">,
): Promise<Account> {
  const { name, slug, currency, email } = input;
  const { live } = await createAccount(ctx, {
    name,
    slug: slug ?? undefined,
    currency: currency ?? undefined,
  });
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
    { accountId: accountId ?? "", personId, role: Role.parse(role), limit: limitOf(link) },
  ).catch((error: unknown) => {
    // The subaccount was deleted.
    if (violatedForeignKey(error) === "memberships_subaccount_fkey") throw unusableLink();
    throw error;
  });
  return { email };
}

/** Counts a mail that is sent again. Outside a transaction. @throws rate-limited */
export async function countInvitationMail(
  ctx: Context,
  { id, visitor }: { id: string; visitor: Visitor },
): Promise<void> {
  const limits = invitationLimits(id);
  await requireAttempt(ctx, { limits, attempted: "invitation", visitor });
}

/**
 * Mails a new link, valid as long as a new invitation's; the former one ends at once.
 * @throws not-found if the invitation is not open or belongs to another account
 */
export async function resendInvitation(ctx: AccountContext, { id }: { id: string }): Promise<void> {
  const { now } = ctx;
  const sent = await ctx.db.prisma.mailedLink.updateMany({
    where: { id, accountId: ctx.account.id, endedAt: null },
    data: { tokenHash: null, expiresAt: new Date(now.getTime() + INVITATION_MS) },
  });
  if (sent.count === 0) throw notFound("invitation");
  await queueMails(ctx.db, { mails: [linkMail("invitation", id, newId("mail"))], now });
  await recordAudit(ctx, { action: "member.invitation_sent_again", subjectId: id });
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

/**
 * Removes the member, and takes back the open invitations that they sent: one to an address of their
 * own would let them in again. Revokes the API keys that they made if `revokesKeys`. For the live
 * account.
 * @throws not-found; conflict if the account would have no owner
 */
export async function removeFromTeam(
  ctx: AccountContext,
  { personId, revokesKeys }: { personId: string; revokesKeys: boolean },
): Promise<void> {
  await removeMember(ctx, { personId });
  const keys = revokesKeys ? await listKeysOf(ctx, { personId }) : [];
  for (const { id, accountId } of keys) {
    await revokeApiKey({ ...ctx, account: { ...ctx.account, id: accountId } }, { id });
  }
  const sent = await ctx.db.prisma.mailedLink.updateManyAndReturn({
    where: { accountId: ctx.account.id, invitedBy: personId, endedAt: null },
    data: { endedAt: ctx.now },
    select: { id: true },
  });
  for (const { id: subjectId } of sent) {
    await recordAudit(ctx, { action: "member.invitation_taken_back", subjectId });
  }
}
