// People of an account: their roles, and that somebody always owns it.
import type { Account, AccountContext, Context } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#core/record-audit";
import { lockAccount, toAccount } from "./accounts";
import { isEmail } from "./rules";
import type { Role, SetMemberRole } from "./schema";

interface CreatePerson {
  email: string;
  name: string;
  /** Made by `hashPassword`, outside the transaction. */
  passwordHash: string;
  isOperator: boolean;
  /** For the operator of a demo alone: all other operators need a second factor. */
  isSecondFactorExempt?: boolean;
}

/** Makes a person; the e-mail address is kept in lower case. @throws invalid `email` */
export async function createPerson(ctx: Context, input: CreatePerson): Promise<{ id: string }> {
  const email = input.email.trim().toLowerCase();
  if (!isEmail(email)) throw invalid("email", "must be an e-mail address");
  const id = newId("person");
  try {
    await ctx.db.prisma.person.create({
      data: {
        id,
        email,
        name: input.name,
        passwordHash: input.passwordHash,
        isOperator: input.isOperator,
        secondFactorExempt: input.isSecondFactorExempt ?? false,
        createdAt: ctx.now,
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid("email", "belongs to another person");
    throw error;
  }
  return { id };
}

export interface Membership {
  /** The live account; its test twin is open to the same people. */
  account: Account;
  role: Role;
}

/** By the accounts' names. */
export async function listMemberships(ctx: Context, personId: string): Promise<Membership[]> {
  const { prisma } = ctx.db;
  const memberships = await prisma.membership.findMany({ where: { personId } });
  const accounts = await prisma.account.findMany({
    where: { id: { in: memberships.map(({ accountId }) => accountId) } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const roles = new Map(memberships.map(({ accountId, role }) => [accountId, role as Role]));
  return accounts.map((row) => ({
    account: toAccount(row),
    role: roles.get(row.id) ?? "viewer",
  }));
}

interface AddMember {
  accountId: string;
  personId: string;
  role: Role;
}

/** Adds the person to the live account, or changes the role that the person has there. */
export async function addMember(ctx: Context, input: AddMember): Promise<void> {
  const { accountId, personId, role } = input;
  await ctx.db.prisma.membership.upsert({
    where: { accountId_personId: { accountId, personId } },
    create: { accountId, personId, role, createdAt: ctx.now },
    update: { role },
  });
  await recordAudit(ctx, {
    action: "member.set",
    subjectId: personId,
    accountId,
    data: { role },
  });
}

/**
 * Locks the live account, so that two owners cannot remove each other at once.
 * @throws not-found where the person is none of them; conflict where nobody else owns it
 */
async function requireOwnerLeft(
  ctx: AccountContext,
  { personId, staysOwner = false }: { personId: string; staysOwner?: boolean },
): Promise<void> {
  const accountId = ctx.account.id;
  await lockAccount(ctx);
  const members = await ctx.db.prisma.membership.findMany({ where: { accountId } });
  if (!members.some((it) => it.personId === personId)) throw notFound("member");
  const owners = members.filter((it) => it.role === "owner" && it.personId !== personId);
  if (owners.length === 0 && !staysOwner) throw conflict("An account needs an owner");
}

/** Of the live account. @throws not-found; conflict where nobody would own the account */
export async function setMemberRole(
  ctx: AccountContext,
  { personId, role }: SetMemberRole,
): Promise<void> {
  await requireOwnerLeft(ctx, { personId, staysOwner: role === "owner" });
  await addMember(ctx, { accountId: ctx.account.id, personId, role });
}

/** Of the live account. @throws not-found; conflict where nobody would own the account */
export async function removeMember(
  ctx: AccountContext,
  { personId }: { personId: string },
): Promise<void> {
  await requireOwnerLeft(ctx, { personId });
  const where = { accountId: ctx.account.id, personId };
  await ctx.db.prisma.membership.deleteMany({ where });
  await recordAudit(ctx, { action: "member.removed", subjectId: personId });
}
