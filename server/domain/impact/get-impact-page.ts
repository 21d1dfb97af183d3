// How the public impact page of an account, or of a subaccount, is shown.
import type { AccountContext } from "#core/context";
import { getScope } from "./get-scope";
import { type ImpactPage, pageOf } from "./page-rules";

/** The page as it was set, else as every page begins: shown, with all. @throws invalid-subaccount */
export async function getImpactPage(
  ctx: AccountContext,
  input: { subaccountId: string | null },
): Promise<ImpactPage> {
  const { slug, subaccountId } = await getScope(ctx, input);
  const { id: accountId, mode } = ctx.account;
  const set = await ctx.db.prisma.impactPage.findUnique({
    where: { accountId_subaccountId: { accountId, subaccountId: subaccountId ?? "" } },
  });
  return pageOf({ slug, mode }, set);
}
