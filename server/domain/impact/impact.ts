// The impact of an account or a subaccount: totals, categories, months.
import { sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { Problem } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { logoUrl } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import { type FoundPage, findPage } from "./impact-pages";
import { listRetired, type RetiredKg } from "./retired-history";
import {
  arrange,
  type ImpactCategory,
  type ImpactPage,
  type PlacedProject,
  pageOf,
  sumKg,
} from "./rules";
import type { ImpactPeriod } from "./schema";

const query = queriesOn<CatalogueTables>();

interface Asked {
  mode: Mode;
  projectIds: string[];
}

// In the catalogue's order; projects without a category come last, by type.
const findPlaced = query("impact-find-places", (db, asked: Params<Asked>) =>
  db
    .selectFrom("projects as p")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("categoryProjects as member")
          .innerJoin("projectCategories as c", (join) =>
            join.onRef("c.mode", "=", "member.mode").onRef("c.id", "=", "member.categoryId"),
          )
          .select(["c.id", "c.name", "c.description", "c.position", "member.position as place"])
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
    .select("first.description as categoryDescription")
    .where("p.mode", "=", asked.mode)
    .where("p.id", "=", sql<string>`any (${asked.projectIds}::text[])`)
    .orderBy("first.position")
    .orderBy("first.id")
    .orderBy((eb) => eb.case().when("first.id", "is", null).then(eb.ref("p.type")).end())
    .orderBy("first.place")
    .orderBy("p.position")
    .orderBy("p.id"),
);

/** The projects with the first category that holds each, in the order in which they are shown. */
async function findPlaces(db: Sql, asked: Asked): Promise<PlacedProject[]> {
  const rows = await findPlaced(db, asked);
  return rows.map(({ categoryId: id, categoryName, categoryDescription, ...project }) => ({
    project,
    category:
      id === null ? null : { id, name: categoryName ?? "", description: categoryDescription ?? "" },
  }));
}

export interface Scope {
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
  name: string;
  logoUrl: string | null;
  /** Names it in the address of its public page: an account's slug, a subaccount's id. */
  slug: string;
}

/** The account, or its subaccount with this id. @throws invalid-subaccount */
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
    slug: row.id,
  };
}

export interface Impact {
  name: string;
  logoUrl: string | null;
  since: Date;
  to: Date | null;
  kg: number;
  categories: ImpactCategory[];
}

/** Of fulfilled orders, by the time of their making; both ends count. @throws invalid-subaccount */
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
  return { name, logoUrl, since: from ?? createdAt, to, kg: sumKg(categories), categories };
}

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

/** The categories with their projects, in the order in which they are shown. */
export async function listImpactCategories(
  ctx: Context,
  input: { mode: Mode; retired: RetiredKg[] },
): Promise<ImpactCategory[]> {
  const { mode, retired } = input;
  const projectIds = [...new Set(retired.map(({ projectId }) => projectId))];
  if (projectIds.length === 0) return [];
  return arrange(retired, await findPlaces(ctx.db, { mode, projectIds }));
}
