// The SQL of public impact pages: one look-up for whose a page is, how it is shown, and how much.
import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { InventoryTables } from "#domain/inventory";
import { ownerKindOf, type PageSettings } from "./page-rules";
import type { ImpactTables } from "./tables";

type Tables = AccountTables & InventoryTables & ImpactTables;

const query = queriesOn<Tables>();

interface Owner {
  accountId: string;
  subaccountId: string | null;
  slug: string;
  mode: Mode;
  name: string;
  logoFileKey: string | null;
  /** Of the account. */
  createdAt: Date;
}

const pageOf = (db: Kysely<Tables>, owner: SelectQueryBuilder<never, never, Owner>) =>
  db
    .selectFrom(owner.as("owner"))
    .leftJoin("impactPages as page", (join) =>
      join
        .onRef("page.accountId", "=", "owner.accountId")
        .on("page.subaccountId", "=", sql<string>`coalesce(owner.subaccount_id, '')`),
    )
    .selectAll("owner")
    .select(["page.enabled", "page.enabledEquivalents", "page.sections", "page.listed"])
    .select((eb) =>
      eb
        .selectFrom("retirementTotals")
        .select(sql<number>`coalesce(sum(retired_kg), 0)::bigint`.as("kg"))
        .whereRef("retirementTotals.accountId", "=", "owner.accountId")
        .where("span", "=", "all")
        .where("retirementTotals.subaccountId", "=", sql<string>`coalesce(owner.subaccount_id, '')`)
        .$asScalar()
        .as("kg"),
    );

const pages = {
  account: query("impact-find-page-of-account", (db, page: Params<{ slug: string }>) =>
    pageOf(
      db,
      db
        .selectFrom("accounts")
        .select(["id as accountId", sql<null>`NULL::text`.as("subaccountId"), "slug"])
        .select(["mode", "name", "logoFileKey", "createdAt"])
        .where("slug", "=", page.slug),
    ),
  ),
  subaccount: query("impact-find-page-of-subaccount", (db, page: Params<{ slug: string }>) =>
    pageOf(
      db,
      db
        .selectFrom("subaccounts as s")
        .innerJoin("accounts as a", "a.id", "s.accountId")
        .select(["s.accountId", "s.id as subaccountId", "s.id as slug"])
        .select(["s.mode", "s.name", "s.logoFileKey", "a.createdAt"])
        .where("s.id", "=", page.slug),
    ),
  ),
};

export interface FoundPage extends Owner {
  kg: number;
  /** Null where nothing was set. */
  set: PageSettings | null;
}

/** The page that the text names in an address, hidden ones too; null where there is none. */
export async function findPage(db: Sql, slug: string): Promise<FoundPage | null> {
  const kind = ownerKindOf(slug);
  if (kind === null) return null;
  const [row] = await pages[kind](db, { slug });
  if (!row) return null;
  const { enabled, enabledEquivalents, sections, listed, kg, ...owner } = row;
  const isSet = enabled !== null && enabledEquivalents && sections && listed !== null;
  const set = isSet ? { enabled, enabledEquivalents, sections, listed } : null;
  return { ...owner, kg: kg ?? 0, set };
}

const findListedSlugs = query("impact-find-listed-pages", (db, asked: Params<{ most: number }>) => {
  const owners = db
    .selectFrom("accounts")
    .select((eb) => ["id as accountId", eb.val("").as("subaccountId"), "slug"])
    .where("mode", "=", "live")
    .unionAll(
      db
        .selectFrom("subaccounts")
        .select(["accountId", "id as subaccountId", "id as slug"])
        .where("mode", "=", "live"),
    );
  return db
    .selectFrom(owners.as("owner"))
    .leftJoin("impactPages as page", (join) =>
      join
        .onRef("page.accountId", "=", "owner.accountId")
        .onRef("page.subaccountId", "=", "owner.subaccountId"),
    )
    .select("owner.slug")
    .where(sql<SqlBool>`coalesce(page.enabled AND page.listed, true)`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("retirementTotals as total")
          .whereRef("total.accountId", "=", "owner.accountId")
          .whereRef("total.subaccountId", "=", "owner.subaccountId")
          .where("total.span", "=", "all"),
      ),
    )
    .limit(asked.most);
});

/** What names the pages that may be found, in no order; at most `most` of them. */
export async function findListed(db: Sql, most: number): Promise<string[]> {
  return (await findListedSlugs(db, { most })).map(({ slug }) => slug);
}
