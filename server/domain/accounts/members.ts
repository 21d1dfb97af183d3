import type { Account, AccountContext, Context } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { byName } from "#core/name-order";
import { recordAudit } from "#core/record-audit";
import { normalEmail } from "#core/text";
import { lockAccount, toAccount } from "./accounts";
import { isEmail } from "./rules";
import { limitedRoles, type Role, type SetMemberRole } from "./schema";

interface CreatePerson {
  email: string;
  name: string;
  /** Created by `hashPassword` outside the transaction. */
  passwordHash: string;
  isOperator: boolean;
  /** For the demo's operator. All other operators need a second factor. */
  isSecondFactorExempt?: boolean;
}

/** Creates a person. The email address is stored in lower case. @throws invalid `email` */
export async function createPerson(ctx: Context, input: CreatePerson): Promise<{ id: string }> {
  const email = normalEmail(input.email);
  if (!isEmail(email)) throw invalid("email", "must be an email address");
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
  /** The live account; its members have access to its test account, too. */
  account: Account;
  role: Role;
  /** Null: the whole account, live and test. */
  limit: MemberLimit | null;
}

/** The only subaccount that a member has access to. */
export interface MemberLimit {
  /** The live or the test account. */
  accountId: string;
  subaccountId: string;
}

export function limitOf(row: {
  subaccountAccountId: string | null;
  subaccountId: string | null;
}): MemberLimit | null {
  const { subaccountAccountId: accountId, subaccountId } = row;
  return accountId === null || subaccountId === null ? null : { accountId, subaccountId };
}

/** @throws invalid `role` */
export function requireLimitedRole(role: Role): void {
  if (limitedRoles.includes(role)) return;
  throw invalid("role", `can't be limited to a subaccount: choose ${limitedRoles.join(" or ")}`);
}

/** Sorted by account name. */
export async function listMemberships(ctx: Context, personId: string): Promise<Membership[]> {
  const { prisma } = ctx.db;
  const memberships = await prisma.membership.findMany({ where: { personId } });
  const accounts = await prisma.account.findMany({
    where: { id: { in: memberships.map(({ accountId }) => accountId) } },
    orderBy: { id: "asc" },
  });
  const byAccount = new Map(memberships.map((it) => [it.accountId, it]));
  return accounts.sort(byName).flatMap((row) => {
    const membership = byAccount.get(row.id);
    if (!membership) return [];
    const role = membership.role as Role;
    return { account: toAccount(row), role, limit: limitOf(membership) };
  });
}

interface AddMember {
  accountId: string;
  personId: string;
  role: Role;
  /** Of a new member; a present member keeps theirs. */
  limit?: MemberLimit | null;
}

/** Adds the person to the live account, or changes their role in it. */
export async function addMember(ctx: Context, input: AddMember): Promise<void> {
  const { accountId, personId, role, limit = null } = input;
  const limited = limit && {
    subaccountAccountId: limit.accountId,
    subaccountId: limit.subaccountId,
  };
  await ctx.db.prisma.membership.upsert({
    where: { accountId_personId: { accountId, personId } },
    create: { accountId, personId, role, createdAt: ctx.now, ...limited },
    update: { role },
  });
  await recordAudit(ctx, {
    action: "member.set",
    subjectId: personId,
    accountId,
    data: { role, ...(limit && { subaccount_id: limit.subaccountId }) },
  });
}

/**
 * Locks the live account, so that two owners can't remove each other at the same time.
 * @throws not-found if the person is not a member; conflict if no other owner is left
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
  if (owners.length === 0 && !staysOwner)
    throw conflict("An account needs an owner: make another member an owner first");
}

/** For the live account. @throws not-found; conflict if the account would have no owner */
export async function setMemberRole(
  ctx: AccountContext,
  { personId, role }: SetMemberRole,
): Promise<void> {
  await requireOwnerLeft(ctx, { personId, staysOwner: role === "owner" });
  const where = { accountId: ctx.account.id, personId, subaccountId: { not: null } };
  if ((await ctx.db.prisma.membership.count({ where })) > 0) requireLimitedRole(role);
  await addMember(ctx, { accountId: ctx.account.id, personId, role });
}

/**
 * Limits the member to a subaccount of the live or test account; null lifts the limit. For the live
 * account.
 * @throws not-found; invalid `role` if the member's role can't be limited
 */
export async function limitMember(
  ctx: AccountContext,
  { personId, limit }: { personId: string; limit: MemberLimit | null },
): Promise<void> {
  await lockAccount(ctx);
  const where = { accountId: ctx.account.id, personId };
  const member = await ctx.db.prisma.membership.findFirst({ where });
  if (!member) throw notFound("member");
  if (limit) requireLimitedRole(member.role as Role);
  const subaccountId = limit?.subaccountId ?? null;
  await ctx.db.prisma.membership.updateMany({
    where,
    data: { subaccountAccountId: limit?.accountId ?? null, subaccountId },
  });
  await recordAudit(ctx, {
    action: limit ? "member.limited" : "member.limit_removed",
    subjectId: personId,
    data: limit ? { subaccount_id: limit.subaccountId } : {},
  });
}

/** For the live account. @throws not-found; conflict if the account would have no owner */
export async function removeMember(
  ctx: AccountContext,
  { personId }: { personId: string },
): Promise<void> {
  await requireOwnerLeft(ctx, { personId });
  const where = { accountId: ctx.account.id, personId };
  await ctx.db.prisma.membership.deleteMany({ where });
  await recordAudit(ctx, { action: "member.removed", subjectId: personId });
}
