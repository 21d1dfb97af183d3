// Gives an organisation a logo, or takes it away: its live account and its test twin share it.
import type { Account, AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import { recordLogo } from "./record-logo";
import { toAccount } from "./to-account";

/**
 * As for a subaccount, and returns the context's account anew. The twin has it too, as it has the
 * name, so that what is tried on test looks like what will be live. @throws not-found
 */
export async function setAccountLogo(
  ctx: AccountContext,
  { fileKey }: { fileKey: string | null },
): Promise<Account> {
  const { id } = ctx.account;
  const own = await ctx.db.prisma.account.findUnique({ where: { id } });
  if (!own) throw notFound("account");
  const liveId = own.liveAccountId ?? id;
  await ctx.db.prisma.account.updateMany({
    where: { OR: [{ id: liveId }, { liveAccountId: liveId }] },
    data: { logoFileKey: fileKey },
  });
  await recordLogo(ctx, { of: "account", id, fileKey });
  return toAccount({ ...own, logoFileKey: fileKey });
}
