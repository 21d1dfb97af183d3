// Finds a public impact page for those who configure it: shown or not, and as it would be.
import type { Context } from "#core/context";
import { getPublicImpact, type PublicImpact } from "./find-impact-page";
import { summaryOf } from "./find-impact-summary";
import { pageOf } from "./page-rules";
import { findPage } from "./page-store";

interface Preview {
  slug: string;
  /** Whoever asks works in these live accounts. */
  liveAccountIds: readonly string[];
  /** What the page would show; names that are unknown are left out. */
  sections: readonly string[];
  equivalents: readonly string[];
}

/** The page as it would be; null where it is of none of these accounts, or their test twins. */
export async function findImpactPreview(
  ctx: Context,
  input: Preview,
): Promise<PublicImpact | null> {
  const row = await findPage(ctx.db, input.slug);
  if (!row) return null;
  const account = await ctx.db.prisma.account.findUnique({ where: { id: row.accountId } });
  if (!input.liveAccountIds.includes(account?.liveAccountId ?? row.accountId)) return null;
  const { sections, equivalents: enabledEquivalents } = input;
  const set = { enabled: true, listed: false, sections, enabledEquivalents };
  return getPublicImpact(ctx, { ...summaryOf(row), page: pageOf(row, set) });
}
