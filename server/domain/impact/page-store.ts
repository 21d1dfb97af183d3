// The SQL of public impact pages: one look-up for whose a page is, how it is shown, and how much.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import { ownerKindOf, type PageSettings } from "./page-rules";

const findBy = (kind: string, owner: string): Statement => ({
  name: `impact-find-page-of-${kind}`,
  text: `
    SELECT owner.*, page.enabled, page.enabled_equivalents, page.sections, page.listed,
           (SELECT coalesce(sum(retired_kg), 0)::bigint FROM retirement_totals
            WHERE account_id = owner.account_id AND span = 'all'
              AND subaccount_id = coalesce(owner.subaccount_id, '')) AS kg
    FROM (${owner}) owner
    LEFT JOIN impact_pages page ON page.account_id = owner.account_id
      AND page.subaccount_id = coalesce(owner.subaccount_id, '')`,
});

const statements = {
  account: findBy(
    "account",
    `SELECT id AS account_id, NULL AS subaccount_id, slug, mode, name, logo_file_key, created_at
     FROM accounts WHERE slug = $1`,
  ),
  subaccount: findBy(
    "subaccount",
    `SELECT s.account_id, s.id AS subaccount_id, s.id AS slug, s.mode, s.name, s.logo_file_key,
            a.created_at
     FROM subaccounts s JOIN accounts a ON a.id = s.account_id WHERE s.id = $1`,
  ),
};

interface PageRow {
  account_id: string;
  subaccount_id: string | null;
  slug: string;
  mode: Mode;
  name: string;
  logo_file_key: string | null;
  created_at: Date;
  kg: number;
  /** Null, as all that follow: nothing was set. */
  enabled: boolean | null;
  enabled_equivalents: string[];
  sections: string[];
  listed: boolean;
}

export interface FoundPage {
  accountId: string;
  subaccountId: string | null;
  slug: string;
  mode: Mode;
  name: string;
  logoFileKey: string | null;
  /** Of the account. */
  createdAt: Date;
  kg: number;
  set: PageSettings | null;
}

function settingsOf(row: PageRow): PageSettings | null {
  const { enabled, enabled_equivalents: enabledEquivalents, sections, listed } = row;
  return enabled === null ? null : { enabled, enabledEquivalents, sections, listed };
}

/** The page that the text names in an address, hidden ones too; null where there is none. */
export async function findPage(sql: Sql, slug: string): Promise<FoundPage | null> {
  const kind = ownerKindOf(slug);
  if (kind === null) return null;
  const [row] = await sql.query<PageRow>(statements[kind], [slug]);
  if (!row) return null;
  return {
    accountId: row.account_id,
    subaccountId: row.subaccount_id,
    slug: row.slug,
    mode: row.mode,
    name: row.name,
    logoFileKey: row.logo_file_key,
    createdAt: row.created_at,
    kg: row.kg,
    set: settingsOf(row),
  };
}

const FIND_LISTED: Statement = {
  name: "impact-find-listed-pages",
  text: `
    SELECT owner.slug
    FROM (
      SELECT id AS account_id, '' AS subaccount_id, slug FROM accounts WHERE mode = 'live'
      UNION ALL
      SELECT account_id, id, id FROM subaccounts WHERE mode = 'live'
    ) owner
    LEFT JOIN impact_pages page USING (account_id, subaccount_id)
    WHERE coalesce(page.enabled AND page.listed, true) AND EXISTS (
      SELECT FROM retirement_totals total
      WHERE total.account_id = owner.account_id AND total.subaccount_id = owner.subaccount_id
        AND total.span = 'all'
    )
    LIMIT $1`,
};

/** What names the pages that may be found, in no order; at most `most` of them. */
export async function findListed(sql: Sql, most: number): Promise<string[]> {
  const rows = await sql.query<{ slug: string }>(FIND_LISTED, [most]);
  return rows.map(({ slug }) => slug);
}
