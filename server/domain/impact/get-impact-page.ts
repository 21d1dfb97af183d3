// How the public impact page of an account, or of a subaccount, is shown.
import type { AccountContext } from "#core/context";
import { getScope } from "./get-scope";
import { type EquivalentName, equivalentNames } from "./rules";

export interface ImpactPage {
  slug: string;
  isEnabled: boolean;
  /** In the order in which they are shown. */
  equivalents: EquivalentName[];
}

/** The page as it was set, else as every page begins: shown, with all. @throws invalid-subaccount */
export async function getImpactPage(
  ctx: AccountContext,
  input: { subaccountId: string | null },
): Promise<ImpactPage> {
  const { slug, subaccountId } = await getScope(ctx, input);
  const key = { accountId: ctx.account.id, subaccountId: subaccountId ?? "" };
  const row = await ctx.db.prisma.impactPage.findUnique({
    where: { accountId_subaccountId: key },
  });
  const chosen: readonly string[] = row?.enabledEquivalents ?? equivalentNames;
  return {
    slug,
    isEnabled: row?.enabled ?? true,
    equivalents: equivalentNames.filter((name) => chosen.includes(name)),
  };
}
