// The table of subaccounts with what was sold to each: fulfilled orders, as the glossary defines
// them.
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { AccountContext } from "#core/context";
import { invalid, notFound } from "#core/errors";
import { folded } from "#core/folded";
import { nameKey } from "#core/name-order";
import { cursorOf, type Page, pageOf } from "#core/page";
import { runOnce } from "#core/query";
import { escapedForLike } from "#core/text";
import type { Channel } from "#domain/catalogue";
import type { Subaccount } from "#prisma";
import type { ListSubaccountFigures, SubaccountSort } from "./schema";
import type { ReadTables } from "./tables";

export interface SubaccountFigures extends Subaccount {
  /** Of the default portfolio; null if it is the account's. */
  portfolioName: string | null;
  orders: number;
  kg: number;
  /** Price of its API orders: the account's cost. */
  apiPrice: number;
  /** Price of its checkout orders, which customers paid. Never added to the cost. */
  checkoutPrice: number;
  /** Day (UTC) of the last order's fulfillment. */
  lastSoldOn: Date | null;
}

interface Row extends SubaccountFigures {
  sortKey: string | number;
}

type SortName = SubaccountSort extends `${infer Name}.${string}` ? Name : never;

/** Expressions by which rows are sorted, then by id: of the subaccount, or of its figures `f`. */
const ownKeys: Partial<Record<SortName, string>> = {
  created: "''::text",
  name: nameKey("s.search_name"),
  portfolio: nameKey("coalesce(p.search_name, '')"),
};
const figureKeys: Partial<Record<SortName, string>> = {
  sold: "f.kg",
  spend: "f.api_price",
  checkout: "f.checkout_price",
  orders: "f.orders",
  last: "coalesce(extract(epoch from f.last_sold_on)::bigint, 0)",
};

interface Search {
  accountId: string;
  state: ListSubaccountFigures["state"];
  search: string | null;
  /** Only this subaccount. */
  id: string | null;
  sort: SubaccountSort;
  beyond: Row | null;
  isBackwards: boolean;
  limit: number;
}

const priceOf = (channel: Channel) =>
  sql<number>`coalesce(sum(price) FILTER (WHERE channel = ${sql.lit(channel)}), 0)::bigint`;

/** Sales of the subaccount `s`, by an index: one row, even without sales. */
const salesOf = (db: Pick<Kysely<ReadTables>, "selectFrom">, { accountId }: Search) =>
  db
    .selectFrom("orders")
    .select(sql<number>`count(*)`.as("orders"))
    .select(sql<number>`coalesce(sum(amount_kg), 0)::bigint`.as("kg"))
    .select([priceOf("api").as("apiPrice"), priceOf("checkout").as("checkoutPrice")])
    .select(sql<Date | null>`date_trunc('day', max(settled_at), 'UTC')`.as("lastSoldOn"))
    .where("accountId", "=", accountId)
    .where("subaccountId", "=", sql<string>`s.id`)
    .where("state", "=", "fulfilled");

const all = sql<SqlBool>`true`;

/** The condition that a row follows the cursor, if its key is one of these. */
function afterCursor(search: Search, key: string | undefined): RawBuilder<SqlBool> {
  const { beyond } = search;
  if (!beyond || key === undefined) return all;
  const comparison = sql.raw(isAscending(search) ? ">" : "<");
  return sql<SqlBool>`(${sql.raw(key)}, s.id) ${comparison} (${beyond.sortKey}, ${beyond.id})`;
}

const isAscending = ({ sort, isBackwards }: Search) => sort.endsWith(".asc") !== isBackwards;

function sortedBy(search: Search, key: string) {
  const direction = sql.raw(isAscending(search) ? "asc" : "desc");
  return sql`${sql.raw(key)} ${direction}, s.id ${direction}`;
}

/** The filtered subaccounts as `s`, with the key of a sort by one of their own columns. */
function subaccountsOf(db: Pick<Kysely<ReadTables>, "selectFrom">, search: Search, key?: string) {
  const { accountId, state, search: text, id } = search;
  const contains = text && `%${escapedForLike(text)}%`;
  const named = text && `%${escapedForLike(folded(text))}%`;
  const rows = db
    .selectFrom("subaccounts as s")
    .leftJoin("portfolios as p", (join) =>
      join.onRef("p.mode", "=", "s.mode").onRef("p.id", "=", "s.defaultPortfolioId"),
    )
    .selectAll("s")
    .select("p.name as portfolioName")
    .select(sql<string>`${sql.raw(key ?? "''::text")}`.as("ownKey"))
    .where("s.accountId", "=", accountId)
    .where(state === "all" ? all : sql<SqlBool>`(s.archived_at IS NULL) = ${state === "active"}`)
    .where(id === null ? all : sql<SqlBool>`s.id = ${id}`)
    .where(
      text === null
        ? all
        : sql<SqlBool>`(s.search_name LIKE ${named} OR s.email ILIKE ${contains}
            OR s.reference ILIKE ${contains} OR s.id = ${text})`,
    )
    .where(afterCursor(search, key));
  return key === undefined ? rows : rows.orderBy(sortedBy(search, key)).limit(search.limit);
}

/** Pages by a column of the subaccount sum up the sales of the page alone. */
function findRows(ctx: AccountContext, search: Search): Promise<Row[]> {
  const name = search.sort.split(".")[0] as SortName;
  const ownKey = ownKeys[name];
  const figureKey = figureKeys[name];
  return runOnce<ReadTables, Row>(ctx.db, (db) =>
    db
      .selectFrom(subaccountsOf(db, search, ownKey).as("s"))
      .innerJoinLateral(salesOf(db, search).as("f"), (join) => join.onTrue())
      .selectAll("s")
      .select(["f.orders", "f.kg", "f.apiPrice", "f.checkoutPrice", "f.lastSoldOn"])
      .select(sql<string | number>`${sql.raw(figureKey ?? "s.own_key")}`.as("sortKey"))
      .where(afterCursor(search, figureKey))
      .orderBy(sortedBy(search, figureKey ?? "s.own_key"))
      .limit(search.limit),
  );
}

const firstOf = (ctx: AccountContext): Search => ({
  accountId: ctx.account.id,
  state: "all",
  search: null,
  id: null,
  sort: "created.desc",
  beyond: null,
  isBackwards: false,
  limit: 1,
});

/** @throws not-found */
export async function getSubaccountFigures(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<SubaccountFigures> {
  const [row] = await findRows(ctx, { ...firstOf(ctx), id });
  if (!row) throw notFound("subaccount");
  return row;
}

/**
 * A page of the account's subaccounts. `search` matches part of the name, email address or
 * reference, or a whole id.
 * @throws invalid naming an unknown cursor
 */
export async function listSubaccountFigures(
  ctx: AccountContext,
  input: ListSubaccountFigures,
): Promise<Page<SubaccountFigures>> {
  const { limit, sort, state } = input;
  const cursor = cursorOf(input);
  const [beyond = null] = cursor
    ? await findRows(ctx, { ...firstOf(ctx), sort, id: cursor.id })
    : [];
  if (cursor && !beyond) {
    throw invalid(cursor.parameter, "is not the id of a subaccount", "unknown-id");
  }
  const rows = await findRows(ctx, {
    ...firstOf(ctx),
    state,
    search: input.search || null,
    sort,
    beyond,
    isBackwards: cursor?.direction === "newer",
    limit: limit + 1,
  });
  return pageOf(rows, limit, cursor);
}
