import type { Context } from "#core/context";
import { conflict, notFound, Problem } from "#core/errors";
import { inAnyCase, normalEmail } from "#core/text";
import { getAccount, recordAudit, removeMember } from "#domain/accounts";
import type { Person } from "#prisma";
import { findAccountsOfCustomer } from "./find-customers";
import { type PersonKey, requirePerson } from "./person-data";

export interface ErasedPerson {
  id: string;
  memberships: number;
  remains: string[];
}

/** Locks the operators, so that two cannot be erased at the same time. */
async function requireOtherOperator({ db }: Context, { id }: Person): Promise<void> {
  const { person } = db.prisma;
  const operators = await person.updateManyAndReturn({
    where: { isOperator: true },
    data: { isOperator: true },
    select: { id: true },
  });
  if (operators.some((it) => it.id !== id)) return;
  throw conflict("An installation needs an operator: create another one first");
}

/** Removes the address from entries about invitations, and from links, which name it. */
async function redactMailed({ db }: Context, { id, email }: Person): Promise<void> {
  const { auditEntry, emailChange, mailedLink } = db.prisma;
  const entries = await auditEntry.findMany({
    where: { action: "member.invited", data: { path: ["email"], equals: email } },
  });
  for (const { id: entryId, data } of entries) {
    const rest = typeof data === "object" && data !== null && !Array.isArray(data) ? data : {};
    await auditEntry.updateMany({
      where: { id: entryId },
      data: { data: { ...rest, email: "erased" } },
    });
  }
  await mailedLink.deleteMany({ where: { email } });
  await emailChange.deleteMany({ where: { OR: [{ personId: id }, { newEmail: email }] } });
}

async function deleteOwned({ db }: Context, personId: string): Promise<void> {
  const { prisma } = db;
  const where = { personId };
  await prisma.loginSession.deleteMany({ where });
  await prisma.passkey.deleteMany({ where });
  await prisma.passkeyChallenge.deleteMany({ where });
  await prisma.recoveryCode.deleteMany({ where });
  await prisma.identity.deleteMany({ where });
  await prisma.noticeChoice.deleteMany({ where });
  await prisma.openNotice.deleteMany({ where });
  await prisma.securityEvent.deleteMany({ where });
}

/** Other places of the address, which the person may have used for a company. */
async function otherUses(ctx: Context, { email }: Person): Promise<string[]> {
  const { billingProfile, merchantProfile } = ctx.db.prisma;
  const [billing, support, customerOf] = [
    await billingProfile.findMany({ where: { billingEmail: inAnyCase(email) } }),
    await merchantProfile.findMany({ where: { supportEmail: inAnyCase(email) } }),
    await findAccountsOfCustomer(ctx, { email }),
  ];
  const list = (ids: readonly string[], use: string) =>
    ids.length > 0 ? [`The address as ${use} of ${ids.join(", ")}.`] : [];
  return [
    ...list(
      billing.map(({ accountId }) => accountId),
      "the billing address",
    ),
    ...list(
      support.map(({ accountId }) => accountId),
      "the support address",
    ),
    ...list(customerOf, "a customer's or subaccount's: erase it with --email"),
  ];
}

/**
 * Ends memberships and logins, and replaces name and address. The row stays, so that the audit log
 * still tells people apart.
 * @throws not-found; conflict for the last operator, or the last owner of an account
 */
export async function erasePerson(
  ctx: Context,
  input: PersonKey & { email?: string },
): Promise<ErasedPerson> {
  const row = await requirePerson(ctx, input);
  // The address that was confirmed may be another person's by now.
  if (input.email !== undefined && normalEmail(input.email) !== row.email) throw notFound("person");
  if (row.isOperator) await requireOtherOperator(ctx, row);
  const memberships = await ctx.db.prisma.membership.findMany({ where: { personId: row.id } });
  for (const { accountId } of memberships) {
    const { live: account } = await getAccount(ctx, { id: accountId });
    await removeMember({ ...ctx, account }, { personId: row.id }).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== "conflict") throw error;
      throw conflict(`${account.name} needs an owner: make another member an owner first`);
    });
  }
  await redactMailed(ctx, row);
  await deleteOwned(ctx, row.id);
  await ctx.db.prisma.person.update({
    where: { id: row.id },
    data: {
      email: `${row.id}@erased.invalid`,
      name: "Erased person",
      passwordHash: null,
      isOperator: false,
      totpKey: null,
      totpLastStep: null,
    },
  });
  await recordAudit(ctx, { action: "person.erased", subjectId: row.id });
  return {
    id: row.id,
    memberships: memberships.length,
    remains: [
      `Audit entries, which name ${row.id} instead of the person.`,
      ...(await otherUses(ctx, row)),
      "Mails that were sent, logs and backups, until they expire.",
    ],
  };
}
