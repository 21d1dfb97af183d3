// Suspended accounts: nothing new is sold; orders and money under way are finished.
import type { AccountContext } from "#core/context";
import { conflict, Problem } from "#core/errors";
import { recordAudit } from "#core/record-audit";

/** @throws account-suspended */
export function requireActive({ account }: Pick<AccountContext, "account">): void {
  if (account.suspensionReason === null) return;
  throw new Problem("account-suspended", {
    detail: "Nothing can be ordered, sold or changed. Orders under way are fulfilled. Contact us.",
  });
}

/** Reads whether the account is suspended now. */
export async function isSuspended(
  { db }: Pick<AccountContext, "db">,
  { accountId }: { accountId: string },
): Promise<boolean> {
  const where = { id: accountId, suspendedAt: { not: null } };
  return (await db.prisma.account.count({ where })) > 0;
}

export interface Suspension {
  at: Date;
  reason: string;
}

export async function findSuspension({ db, account }: AccountContext): Promise<Suspension | null> {
  const row = await db.prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  const { suspendedAt: at, suspensionReason: reason } = row;
  return at === null || reason === null ? null : { at, reason };
}

interface Change {
  suspendedAt: Date | null;
  suspensionReason: string | null;
}

/** Changes the live account and its test account. Returns false if they are in that state already. */
async function change(ctx: AccountContext, data: Change): Promise<boolean> {
  const { id } = ctx.account;
  const isSuspending = data.suspendedAt !== null;
  const { count } = await ctx.db.prisma.account.updateMany({
    where: {
      OR: [{ id }, { liveAccountId: id }],
      suspendedAt: isSuspending ? null : { not: null },
    },
    data,
  });
  return count > 0;
}

/** Suspends the live account of the context, and its test account. @throws conflict */
export async function suspendAccount(
  ctx: AccountContext,
  { reason }: { reason: string },
): Promise<void> {
  const isChanged = await change(ctx, { suspendedAt: ctx.now, suspensionReason: reason });
  if (!isChanged) throw conflict("This account is suspended already");
  const { id: subjectId } = ctx.account;
  await recordAudit(ctx, { action: "account.suspended", subjectId, data: { reason } });
}

/** Ends the suspension of the context's live account, and of its test account. @throws conflict */
export async function reopenAccount(ctx: AccountContext): Promise<void> {
  const isChanged = await change(ctx, { suspendedAt: null, suspensionReason: null });
  if (!isChanged) throw conflict("This account is not suspended");
  await recordAudit(ctx, { action: "account.reopened", subjectId: ctx.account.id });
}
