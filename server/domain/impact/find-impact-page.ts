// Finds the public impact page that an address names, for anyone who asks.
import type { Context, Mode } from "#core/context";
import { findAccount } from "#domain/accounts";
import { getImpact, type Impact } from "./get-impact";
import { getImpactPage, type ImpactPage } from "./get-impact-page";
import { listMonthlyImpact } from "./list-monthly-impact";
import type { MonthlyImpact } from "./month-rules";

export interface PublicImpact {
  page: ImpactPage;
  mode: Mode;
  impact: Impact;
  months: MonthlyImpact[];
}

// An account's slug has no underscore, its id and those of subaccounts have one: none is two things.
const ACCOUNT_SLUG = /^[a-z0-9-]{1,105}$/;
const SUBACCOUNT_ID = /^sub_[0-9a-z]{26}$/;

async function findOwner(ctx: Context, slug: string) {
  if (ACCOUNT_SLUG.test(slug)) {
    const account = await findAccount(ctx, slug);
    return account && { account, subaccountId: null };
  }
  if (!SUBACCOUNT_ID.test(slug)) return null;
  const row = await ctx.db.prisma.subaccount.findFirst({ where: { id: slug } });
  const account = row && (await findAccount(ctx, row.accountId));
  return account && { account, subaccountId: row.id };
}

/** The page of the account with this slug, or of the subaccount with this id; null where hidden. */
export async function findImpactPage(ctx: Context, slug: string): Promise<PublicImpact | null> {
  const owner = await findOwner(ctx, slug);
  if (!owner) return null;
  const { account, subaccountId } = owner;
  const its = { ...ctx, account };
  const page = await getImpactPage(its, { subaccountId });
  if (!page.isEnabled) return null;
  const [impact, months] = await Promise.all([
    getImpact(its, { subaccountId }),
    listMonthlyImpact(its, { subaccountId }),
  ]);
  return { page, mode: account.mode, impact, months };
}
