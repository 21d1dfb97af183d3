// Finds in one look what a public impact page says first: whose it is, and how much was retired.
import type { Context, Mode } from "#core/context";
import { logoUrl } from "#domain/accounts";
import { type ImpactPage, pageOf } from "./page-rules";
import { type FoundPage, findPage } from "./page-store";

export interface ImpactSummary {
  page: ImpactPage;
  mode: Mode;
  /** Null: the account with all its subaccounts. */
  owner: { accountId: string; subaccountId: string | null };
  name: string;
  logoUrl: string | null;
  since: Date;
  kg: number;
}

/** The same of a page as it was found, whether it is shown or not. */
export function summaryOf(row: FoundPage): ImpactSummary {
  return {
    page: pageOf(row, row.set),
    mode: row.mode,
    owner: { accountId: row.accountId, subaccountId: row.subaccountId },
    name: row.name,
    logoUrl: logoUrl(row),
    since: row.createdAt,
    kg: row.kg,
  };
}

/** Of the account with this slug, or of the subaccount with this id; null where it is hidden. */
export async function findImpactSummary(ctx: Context, slug: string): Promise<ImpactSummary | null> {
  const row = await findPage(ctx.db, slug);
  const summary = row && summaryOf(row);
  return summary?.page.isEnabled ? summary : null;
}
