// Whose impact is shown: the account's, or that of one of its subaccounts.
import type { AccountContext } from "#core/context";
import { Problem } from "#core/errors";
import { logoUrl } from "#domain/accounts";

export interface Scope {
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
  name: string;
  logoUrl: string | null;
  /** Names it in the address of its public page: an account's slug, a subaccount's id. */
  slug: string;
}

/** The account, or its subaccount with this id. @throws invalid-subaccount */
export async function getScope(
  ctx: AccountContext,
  { subaccountId }: { subaccountId: string | null },
): Promise<Scope> {
  const { id: accountId, name, slug } = ctx.account;
  if (subaccountId === null) return { subaccountId, name, slug, logoUrl: logoUrl(ctx.account) };
  const row = await ctx.db.prisma.subaccount.findFirst({ where: { accountId, id: subaccountId } });
  if (!row) throw new Problem("invalid-subaccount");
  return {
    subaccountId,
    name: row.name,
    logoUrl: logoUrl(row),
    slug: row.id,
  };
}
