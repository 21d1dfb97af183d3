import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, type Table } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { InventoryTables } from "#domain/inventory";
import type { ImpactPage as ImpactPageRow, Prisma } from "#prisma";
import { type PageKey, type PageSettings, readAddress } from "./rules";
import type { SplitKg } from "./whose-rules";

export interface ImpactTables {
  impactPages: Table<ImpactPageRow, Prisma.ImpactPageUncheckedCreateInput>;
}

const query = queriesOn<PageTables>();

export type PageTables = AccountTables & InventoryTables & ImpactTables;

interface Owner {
  accountId: string;
  subaccountId: string | null;
  slug: string;
  mode: Mode;
  name: string;
  logoFileKey: string | null;
  createdAt: Date;
}

const selectPage = (db: Kysely<PageTables>, owner: SelectQueryBuilder<never, never, Owner>) =>
  db
    .selectFrom(owner.as("owner"))
    .leftJoin("impactPages as page", (join) =>
      join
        .onRef("page.accountId", "=", "owner.accountId")
        .on("page.subaccountId", "=", sql<string>`coalesce(owner.subaccount_id, '')`),
    )
    .selectAll("owner")
    .select(["page.enabled", "page.enabledEquivalents", "page.sections", "page.listed"])
    .select("page.headlinesOthers")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("retirementTotals")
          .select(sql<number>`coalesce(sum(retired_kg), 0)::bigint`.as("kg"))
          .select(
            sql<number>`coalesce(sum(registry_retired_kg), 0)::bigint`.as("registryRetiredKg"),
          )
          .select(sql<number>`coalesce(sum(own_kg), 0)::bigint`.as("ownKg"))
          .select(
            sql<number>`coalesce(sum(own_registry_retired_kg), 0)::bigint`.as(
              "ownRegistryRetiredKg",
            ),
          )
          .whereRef("accountId", "=", "owner.accountId")
          .where("span", "=", "all")
          .where("subaccountId", "=", sql<string>`coalesce(owner.subaccount_id, '')`)
          .as("sums"),
      (join) => join.onTrue(),
    )
    .select(["sums.kg", "sums.registryRetiredKg", "sums.ownKg", "sums.ownRegistryRetiredKg"]);

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
export const addressOf = sql<string>`CASE WHEN s.slug IS NULL THEN s.id ELSE a.slug || '/' || s.slug END`;

const selectSubaccounts = (db: Kysely<PageTables>) =>
  db
    .selectFrom("subaccounts as s")
    .innerJoin("accounts as a", "a.id", "s.accountId")
    .select(["s.accountId", "s.id as subaccountId", addressOf.as("slug")])
    .select(["s.mode", "s.name", "s.logoFileKey", "s.createdAt"]);

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

export interface PageRow extends Owner, SplitKg {
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
  const { enabled, enabledEquivalents, sections, listed, headlinesOthers, ...owner } = row;
  const isSet = enabled !== null && enabledEquivalents && sections && listed !== null;
  const set = isSet
    ? { enabled, enabledEquivalents, sections, listed, headlinesOthers: headlinesOthers === true }
    : null;
  return {
    ...owner,
    kg: row.kg ?? 0,
    registryRetiredKg: row.registryRetiredKg ?? 0,
    ownKg: row.ownKg ?? 0,
    ownRegistryRetiredKg: row.ownRegistryRetiredKg ?? 0,
    set,
  };
}
