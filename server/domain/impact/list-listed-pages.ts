// Lists the public impact pages that search engines may have.
import type { Context } from "#core/context";
import { findListed } from "./page-store";

/** Of live accounts and subaccounts with something retired, each by what names it in its address. */
export async function listListedPages(ctx: Context, { most }: { most: number }): Promise<string[]> {
  return findListed(ctx.db, most);
}
