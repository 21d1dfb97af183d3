import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { isForeignKeyViolation } from "#core/db-errors";
import { Problem } from "#core/errors";
import { type Params, queriesOn, type Table } from "#core/query";
import { type AccountTables, recordAudit } from "#domain/accounts";
import type { InventoryTables } from "#domain/inventory";
import type { ImpactPage as ImpactPageRow, Prisma } from "#prisma";
import {
  findImpactSummary,
  getScope,
  type Impact,
  type ImpactSummary,
  listImpactCategories,
  summaryOf,
  totalsOf,
} from "./impact";
import { getRetiredHistory } from "./retired-history";
import {
  everyMonth,
  firstSettings,
  type ImpactPage,
  type MonthlyImpact,
  type PageKey,
  type PageSettings,
  pageOf,
  readAddress,
} from "./rules";
import type { SetImpactPage } from "./schema";

export interface ImpactTables {
  impactPages: Table<ImpactPageRow, Prisma.ImpactPageUncheckedCreateInput>;
}

const query = queriesOn<Tables>();

type Tables = AccountTables & InventoryTables & ImpactTables;

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

const selectPage = (db: Kysely<Tables>, owner: SelectQueryBuilder<never, never, Owner>) =>
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
    )
    .select((eb) =>
      eb
        .selectFrom("retirementTotals")
        .select(sql<number>`coalesce(sum(registry_retired_kg), 0)::bigint`.as("kg"))
        .whereRef("retirementTotals.accountId", "=", "owner.accountId")
        .where("span", "=", "all")
        .where("retirementTotals.subaccountId", "=", sql<string>`coalesce(owner.subaccount_id, '')`)
        .$asScalar()
        .as("registryRetiredKg"),
    );

const findOfAccount = query("impact-find-page-of-account", (db, page: Params<{ slug: string }>) =>
  selectPage(
    db,
    db
      .selectFrom("accounts")
      .select(["id as accountId", sql<null>`NULL::text`.as("subaccountId"), "slug"])
      .select(["mode", "name", "logoFileKey", "createdAt"])
      .where("slug", "=", page.slug),
  ),
);

/** End of the address of a subaccount's page. */
const addressOf = sql<string>`CASE WHEN s.slug IS NULL THEN s.id ELSE a.slug || '/' || s.slug END`;

const selectSubaccounts = (db: Kysely<Tables>) =>
  db
    .selectFrom("subaccounts as s")
    .innerJoin("accounts as a", "a.id", "s.accountId")
    .select(["s.accountId", "s.id as subaccountId", addressOf.as("slug")])
    .select(["s.mode", "s.name", "s.logoFileKey", "a.createdAt"]);

const findOfSubaccount = query(
  "impact-find-page-of-subaccount",
  (db, page: Params<{ id: string }>) =>
    selectPage(db, selectSubaccounts(db).where("s.id", "=", page.id)),
);

// The subaccount that has the slug now, or else the one that had it last.
const findBySlugs = query(
  "impact-find-page-by-slugs",
  (db, page: Params<{ account: string; slug: string }>) =>
    selectPage(
      db,
      selectSubaccounts(db)
        .where("a.slug", "=", page.account)
        .where((eb) =>
          eb(
            "s.id",
            "=",
            eb.fn.coalesce(
              eb
                .selectFrom("subaccounts as holder")
                .select("holder.id")
                .whereRef("holder.accountId", "=", "a.id")
                .where("holder.slug", "=", page.slug),
              eb
                .selectFrom("formerSubaccountSlugs as former")
                .select("former.subaccountId")
                .whereRef("former.accountId", "=", "a.id")
                .where("former.slug", "=", page.slug),
            ),
          ),
        ),
    ),
);

export interface PageRow extends Owner {
  kg: number;
  registryRetiredKg: number;
  /** Null: defaults. */
  set: PageSettings | null;
}

function findRows(db: Sql, { by, ...key }: PageKey) {
  if ("id" in key) return findOfSubaccount(db, key);
  return "account" in key ? findBySlugs(db, key) : findOfAccount(db, key);
}

/** Finds the page with this address or former address, even if it is disabled. */
export async function findPage(db: Sql, address: string): Promise<PageRow | null> {
  const key = readAddress(address);
  if (key === null) return null;
  const [row] = await findRows(db, key);
  if (!row) return null;
  const { enabled, enabledEquivalents, sections, listed, kg, registryRetiredKg, ...owner } = row;
  const isSet = enabled !== null && enabledEquivalents && sections && listed !== null;
  const set = isSet ? { enabled, enabledEquivalents, sections, listed } : null;
  return { ...owner, kg: kg ?? 0, registryRetiredKg: registryRetiredKg ?? 0, set };
}

const findListedSlugs = query("impact-find-listed-pages", (db, input: Params<{ most: number }>) => {
  const owners = db
    .selectFrom("accounts")
    .select((eb) => ["id as accountId", eb.val("").as("subaccountId"), "slug"])
    .where("mode", "=", "live")
    .unionAll(
      db
        .selectFrom("subaccounts as s")
        .innerJoin("accounts as a", "a.id", "s.accountId")
        .select(["s.accountId", "s.id as subaccountId", addressOf.as("slug")])
        .where("s.mode", "=", "live"),
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
    .limit(input.most);
});

/** Lists slugs of listed pages, unordered, up to `most`. */
async function findListed(db: Sql, most: number): Promise<string[]> {
  return (await findListedSlugs(db, { most })).map(({ slug }) => slug);
}

export interface PublicImpact {
  page: ImpactPage;
  mode: Mode;
  owner: ImpactSummary["owner"];
  impact: Impact;
  /** Every month (UTC) from the first retirement to the present. The sum is the total. */
  months: MonthlyImpact[];
}

async function getPublicImpact(ctx: Context, summary: ImpactSummary): Promise<PublicImpact> {
  const { page, mode, owner, name, logoUrl, since } = summary;
  const { parts, months } = await getRetiredHistory(ctx, owner);
  const categories = await listImpactCategories(ctx, { mode, retired: parts });
  const impact = { name, logoUrl, since, to: null, ...totalsOf(categories), categories };
  return { page, mode, owner, impact, months: everyMonth(months, ctx.now) };
}

/** Finds the page with this address or former address; null if it is disabled. */
export async function findImpactPage(ctx: Context, address: string): Promise<PublicImpact | null> {
  const summary = await findImpactSummary(ctx, address);
  return summary && getPublicImpact(ctx, summary);
}

interface Preview {
  slug: string;
  /** Live accounts of the signed-in person. */
  liveAccountIds: readonly string[];
  /** Settings to preview. Unknown names are ignored. */
  sections: readonly string[];
  equivalents: readonly string[];
}

/** Finds the page with the given settings; null if it belongs to another account. */
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

/** Returns the page's configuration or the defaults. @throws invalid-subaccount */
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

/** Lists the slugs of live pages with retirements. */
export async function listListedPages(ctx: Context, { most }: { most: number }): Promise<string[]> {
  return findListed(ctx.db, most);
}

/** Replaces the page's configuration. @throws invalid-subaccount */
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
    // The subaccount was deleted in the meantime.
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
