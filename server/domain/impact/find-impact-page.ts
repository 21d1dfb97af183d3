// Finds the public impact page that an address names, for anyone who asks.
import type { Context, Mode } from "#core/context";
import { getRetiredHistory } from "#domain/inventory";
import { findImpactSummary, type ImpactSummary } from "./find-impact-summary";
import type { Impact } from "./get-impact";
import { listImpactCategories } from "./list-impact-categories";
import { everyMonth, type MonthlyImpact } from "./month-rules";
import type { ImpactPage } from "./page-rules";
import { sumKg } from "./rules";

export interface PublicImpact {
  page: ImpactPage;
  mode: Mode;
  impact: Impact;
  /** Each (in UTC) from the first with any kg up to the present; together, the total. */
  months: MonthlyImpact[];
}

/** What a page tells, given whose it is and how it is shown. */
export async function getPublicImpact(ctx: Context, found: ImpactSummary): Promise<PublicImpact> {
  const { page, mode, owner, name, logoUrl, since } = found;
  const { parts, months } = await getRetiredHistory(ctx, owner);
  const categories = await listImpactCategories(ctx, { mode, retired: parts });
  const impact = { name, logoUrl, since, to: null, kg: sumKg(categories), categories };
  return { page, mode, impact, months: everyMonth(months, ctx.now) };
}

/** The page of the account with this slug, or of the subaccount with this id; null where hidden. */
export async function findImpactPage(ctx: Context, slug: string): Promise<PublicImpact | null> {
  const found = await findImpactSummary(ctx, slug);
  return found && getPublicImpact(ctx, found);
}
