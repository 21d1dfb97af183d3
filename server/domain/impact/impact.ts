import { sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { Problem } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { logoUrl } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import { findPage, type PageRow } from "./find-page";
import { listRetired } from "./retired-history";
import { arrange, type ImpactCategory, type ImpactPage, type PlacedProject, pageOf } from "./rules";
import type { ImpactPeriod } from "./schema";
import {
  effectiveHeadline,
  type HeadlineName,
  type RecordedKg,
  recordedFor,
  type SplitKg,
  sumKg,
  sumRegistryRetiredKg,
  sumSplit,
} from "./whose-rules";

const query = queriesOn<CatalogueTables>();

interface PlacesQuery {
  mode: Mode;
  projectIds: string[];
}

// In catalogue order; projects without a category come last, by type.
const findPlaced = query("impact-find-places", (db, input: Params<PlacesQuery>) =>
  db
    .selectFrom("projects as p")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("categoryProjects as member")
          .innerJoin("projectCategories as c", (join) =>
            join.onRef("c.mode", "=", "member.mode").onRef("c.id", "=", "member.categoryId"),
          )
          .select(["c.id", "c.name", "c.description", "c.color", "c.position"])
          .select("member.position as place")
          .whereRef("member.mode", "=", "p.mode")
          .whereRef("member.projectId", "=", "p.id")
          .orderBy("c.position")
          .orderBy("c.id")
          .limit(1)
          .as("first"),
      (join) => join.onTrue(),
    )
    .selectAll("p")
    .select(["first.id as categoryId", "first.name as categoryName"])
    .select(["first.description as categoryDescription", "first.color as categoryColor"])
    .where("p.mode", "=", input.mode)
    .where("p.id", "=", sql<string>`any (${input.projectIds}::text[])`)
    .orderBy("first.position")
    .orderBy("first.id")
    .orderBy((eb) => eb.case().when("first.id", "is", null).then(eb.ref("p.type")).end())
    .orderBy("first.place")
    .orderBy("p.position")
    .orderBy("p.id"),
);

/** Returns the projects in display order, each with its first category. */
async function findPlaces(db: Sql, input: PlacesQuery): Promise<PlacedProject[]> {
  const rows = await findPlaced(db, input);
  return rows.map(({ categoryId: id, categoryName, categoryDescription, ...row }) => {
    const { categoryColor, ...project } = row;
    const labels = { name: categoryName ?? "", description: categoryDescription ?? "" };
    return { project, category: id === null ? null : { id, ...labels, color: categoryColor ?? 1 } };
  });
}

type PartKg = RecordedKg & { projectId: string; vintageYear: number };

export interface Scope {
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
  name: string;
  logoUrl: string | null;
  /** End of the public page's address. */
  slug: string;
}

/** @throws invalid-subaccount */
export async function getScope(
  ctx: AccountContext,
  { subaccountId }: { subaccountId: string | null },
): Promise<Scope> {
  const { id: accountId, name, slug } = ctx.account;
  if (subaccountId === null) return { subaccountId, name, slug, logoUrl: logoUrl(ctx.account) };
  const row = await ctx.db.prisma.subaccount.findFirst({ where: { accountId, id: subaccountId } });
  if (!row) throw new Problem("invalid-subaccount");
  return {
    subaccountId,
    name: row.name,
    logoUrl: logoUrl(row),
    slug: row.slug === null ? row.id : `${slug}/${row.slug}`,
  };
}

export interface Impact {
  name: string;
  logoUrl: string | null;
  since: Date;
  to: Date | null;
  kg: number;
  /** Part of the kg whose retirement a registry has recorded. */
  registryRetiredKg: number;
  categories: ImpactCategory[];
  /** All kg of the account or subaccount, and those of them that are its own. */
  sums: SplitKg;
}

function totalsOf(categories: readonly ImpactCategory[]) {
  return { kg: sumKg(categories), registryRetiredKg: sumRegistryRetiredKg(categories) };
}

/** Sums fulfilled orders by creation time, ends included. @throws invalid-subaccount */
export async function getImpact(
  ctx: AccountContext,
  input: ImpactPeriod & { subaccountId: string | null },
): Promise<Impact> {
  const { subaccountId, from = null, to = null } = input;
  const { name, logoUrl } = await getScope(ctx, { subaccountId });
  const before = to && new Date(to.getTime() + 1);
  const retired = await listRetired(ctx, { subaccountId, from, before });
  const { mode, createdAt } = ctx.account;
  const categories = await listImpactCategories(ctx, { mode, retired });
  const sums = sumSplit(retired);
  return { name, logoUrl, since: from ?? createdAt, to, ...totalsOf(categories), categories, sums };
}

/** The impact with the kg that the page headlines: its owner's own, or those of others. */
export function headlinedBy(
  categories: ImpactCategory[],
  { sums, ...of }: Pick<Impact, "name" | "logoUrl" | "since" | "sums">,
): Impact {
  return { ...of, to: null, ...totalsOf(categories), categories, sums };
}

export interface ImpactSummary {
  page: ImpactPage;
  mode: Mode;
  /** Null: the account with all its subaccounts. */
  owner: { accountId: string; subaccountId: string | null };
  name: string;
  logoUrl: string | null;
  since: Date;
  /** These kg are the owner's, or those of others. */
  headline: HeadlineName;
  kg: number;
  registryRetiredKg: number;
  sums: SplitKg;
}

/** Returns the summary of a page, even if it is disabled. */
export function summaryOf(row: PageRow): ImpactSummary {
  const { kg, registryRetiredKg, ownKg, ownRegistryRetiredKg } = row;
  const sums = { kg, registryRetiredKg, ownKg, ownRegistryRetiredKg };
  const page = pageOf(row, row.set);
  const headline = effectiveHeadline(page.headline, sums);
  return {
    page,
    mode: row.mode,
    owner: { accountId: row.accountId, subaccountId: row.subaccountId },
    name: row.name,
    logoUrl: logoUrl(row),
    since: row.createdAt,
    headline,
    ...recordedFor(headline, sums),
    sums,
  };
}

/** Finds the summary by the page's address or a former one; null if the page is disabled. */
export async function findImpactSummary(
  ctx: Context,
  address: string,
): Promise<ImpactSummary | null> {
  const row = await findPage(ctx.db, address);
  const summary = row && summaryOf(row);
  return summary?.page.isEnabled ? summary : null;
}

/** Returns the categories with their projects, in display order. */
export async function listImpactCategories(
  ctx: Context,
  input: { mode: Mode; retired: readonly PartKg[] },
): Promise<ImpactCategory[]> {
  const { mode, retired } = input;
  const projectIds = [...new Set(retired.map(({ projectId }) => projectId))];
  if (projectIds.length === 0) return [];
  return arrange(retired, await findPlaces(ctx.db, { mode, projectIds }));
}
