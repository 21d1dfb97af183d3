// Sets how the public impact page of an account, or of a subaccount, is shown.
import type { AccountContext } from "#core/context";
import { isForeignKeyViolation } from "#core/db";
import { Problem } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { getImpactPage, type ImpactPage } from "./get-impact-page";
import { getScope } from "./get-scope";
import type { SetImpactPage } from "./schema";

/** Replaces the page's configuration as a whole. @throws invalid-subaccount */
export async function setImpactPage(
  ctx: AccountContext,
  input: SetImpactPage & { subaccountId: string | null },
): Promise<ImpactPage> {
  const { enabled, enabled_equivalents: enabledEquivalents } = input;
  const { subaccountId } = await getScope(ctx, input);
  const key = { accountId: ctx.account.id, subaccountId: subaccountId ?? "" };
  const values = { enabled, enabledEquivalents, updatedAt: ctx.now };
  try {
    await ctx.db.prisma.impactPage.upsert({
      where: { accountId_subaccountId: key },
      create: { ...key, ...values },
      update: values,
    });
  } catch (error) {
    // The subaccount was deleted since.
    throw isForeignKeyViolation(error) ? new Problem("invalid-subaccount") : error;
  }
  await recordAudit(ctx, {
    action: "impact_page.set",
    subjectId: subaccountId ?? ctx.account.id,
    data: { enabled, enabled_equivalents: enabledEquivalents.join(", ") },
  });
  return getImpactPage(ctx, { subaccountId });
}
