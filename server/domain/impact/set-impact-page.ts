// Sets how the public impact page of an account, or of a subaccount, is shown.
import type { AccountContext } from "#core/context";
import { isForeignKeyViolation } from "#core/db-errors";
import { Problem } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { getScope } from "./get-scope";
import { firstSettings, type ImpactPage, pageOf } from "./page-rules";
import type { SetImpactPage } from "./schema";

/** Replaces the page's configuration as a whole. @throws invalid-subaccount */
export async function setImpactPage(
  ctx: AccountContext,
  input: SetImpactPage & { subaccountId: string | null },
): Promise<ImpactPage> {
  const { enabled, enabled_equivalents: enabledEquivalents } = input;
  const { sections = [...firstSettings.sections], listed = firstSettings.listed } = input;
  const { subaccountId, slug } = await getScope(ctx, input);
  const key = { accountId: ctx.account.id, subaccountId: subaccountId ?? "" };
  const set = { enabled, enabledEquivalents, sections, listed };
  const values = { ...set, updatedAt: ctx.now };
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
    data: {
      enabled,
      enabled_equivalents: enabledEquivalents.join(", "),
      sections: sections.join(", "),
      listed,
    },
  });
  return pageOf({ slug, mode: ctx.account.mode }, set);
}
