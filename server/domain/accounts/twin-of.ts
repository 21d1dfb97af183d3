// The other half of an account: its test twin, or the live account of a twin.
import type { Account, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { toAccount } from "./to-account";

/** The account itself or its twin, whichever is of this mode. @throws not-found */
export async function twinOf(
  ctx: Context,
  input: { account: Account; mode: Mode },
): Promise<Account> {
  const { account, mode } = input;
  if (account.mode === mode) return account;
  const own = await ctx.db.prisma.account.findUnique({ where: { id: account.id } });
  const row =
    mode === "test"
      ? await ctx.db.prisma.account.findUnique({ where: { liveAccountId: account.id } })
      : own?.liveAccountId
        ? await ctx.db.prisma.account.findUnique({ where: { id: own.liveAccountId } })
        : null;
  if (!row) throw notFound("account");
  return toAccount(row);
}
