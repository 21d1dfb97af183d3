import { type SqlBool, sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { isForeignKeyViolation } from "#core/db-errors";
import { changesOf } from "#core/edits";
import { Problem } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { lockAccount, recordAudit } from "#domain/accounts";
import { addressOf, findPage, type PageTables } from "./find-page";
import {
  findImpactSummary,
  getScope,
  headlinedBy,
  type Impact,
  type ImpactSummary,
  listImpactCategories,
  summaryOf,
} from "./impact";
import { toImpactPageResource } from "./resource";
import { getRetiredHistory } from "./retired-history";
import { everyMonth, firstSettings, type ImpactPage, type MonthlyImpact, pageOf } from "./rules";
import type { SetImpactPage } from "./schema";
import {
  effectiveHeadline,
  type HeadlineName,
  type RecordedKg,
  recordedFor,
  type SplitKg,
  sumSplit,
} from "./whose-rules";

const query = queriesOn<PageTables>();

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
  /** The kg of the impact and the months are the owner's, or those of others. */
  headline: HeadlineName;
  /** Every month (UTC) from the first retirement to the present. The sum is the total. */
  months: MonthlyImpact[];
  /** The other kg: those of customers and partners, or else the owner's own. */
  alongside: RecordedKg;
}

/** The kg of one headline in each part, without parts that have none. */
function partsFor<Part extends SplitKg>(whose: HeadlineName, parts: readonly Part[]) {
  return parts.map((part) => ({ ...part, ...recordedFor(whose, part) })).filter(({ kg }) => kg > 0);
}

async function getPublicImpact(ctx: Context, summary: ImpactSummary): Promise<PublicImpact> {
  const { page, mode, owner, headline: _, ...of } = summary;
  const { parts, months } = await getRetiredHistory(ctx, owner);
  const sums = sumSplit(parts);
  const headline = effectiveHeadline(page.headline, sums);
  const retired = partsFor(headline, parts);
  const categories = await listImpactCategories(ctx, { mode, retired });
  return {
    ...{ page, mode, owner, headline },
    impact: headlinedBy(categories, { ...of, sums }),
    months: everyMonth(partsFor(headline, months), ctx.now),
    alongside: recordedFor(headline === "own" ? "for_others" : "own", sums),
  };
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
  headline: string;
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
  const headlinesOthers = input.headline === "for_others";
  const set = { enabled: true, listed: false, sections, enabledEquivalents, headlinesOthers };
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
  const { headline = "own" } = input;
  const { subaccountId, slug } = await getScope(ctx, input);
  const key = { accountId: ctx.account.id, subaccountId: subaccountId ?? "" };
  const headlinesOthers = headline === "for_others";
  const set = { enabled, enabledEquivalents, sections, listed, headlinesOthers };
  const values = { ...set, updatedAt: ctx.now };
  const page = pageOf({ slug, mode: ctx.account.mode }, set);
  await lockAccount(ctx);
  const changes = changesOf(ctx, {
    thing: "the impact page",
    before: { ...toImpactPageResource(await getImpactPage(ctx, input)) },
    after: { ...toImpactPageResource(page) },
  });
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
    changes,
  });
  return page;
}
