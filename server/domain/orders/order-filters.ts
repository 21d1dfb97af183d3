// Conditions of order searches, as SQL.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AccountContext } from "#core/context";
import type { Sql } from "#core/db";
import { folded } from "#core/folded";
import { idAfter, idBefore } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { escapedForLike } from "#core/text";
import type { AccountTables } from "#domain/accounts";
import type { Channel } from "#domain/catalogue";
import type { OrderState, OrderType } from "./rules";
import type { SearchOrders } from "./schema";
import { readOrderSearch } from "./search-rules";
import type { OrderTables } from "./tables";

export type SearchTables = OrderTables & AccountTables;
export type Orders = ExpressionBuilder<SearchTables & { o: OrderTables["orders"] }, "o">;
export type Condition = Expression<SqlBool>;
export type Matcher = (eb: Orders) => Condition[];

const query = queriesOn<SearchTables>();

export type OrderFilters = Omit<
  SearchOrders,
  "limit" | "starting_after" | "ending_before" | "last" | "sort"
>;

export interface OrderFilter {
  accountId: string;
  search: string | null;
  state: OrderState | null;
  channel: Channel | null;
  subaccountId: string | null;
  checkoutSessionId: string | null;
  /** Exactly this text. */
  metadata: string | null;
  type: OrderType | null;
  from: Date | null;
  to: Date | null;
  fulfilled: Period;
}

/** Ends included; null stands for no end. */
interface Period {
  from: Date | null;
  to: Date | null;
}

export function toFilter({ account }: AccountContext, input: OrderFilters): OrderFilter {
  return {
    accountId: account.id,
    search: input.search || null,
    state: input.state ?? null,
    channel: input.channel ?? null,
    subaccountId: input.subaccount_id ?? null,
    checkoutSessionId: null,
    metadata: null,
    type: null,
    from: input.from ?? null,
    to: input.to ?? null,
    fulfilled: { from: input.fulfilled_from ?? null, to: input.fulfilled_to ?? null },
  };
}

/**
 * Orders placed in the period, ends included. Ids sort by time of creation, which is within an hour
 * of the placement, so a period is a range of the key.
 */
function placedWithin(eb: Orders, { from, to }: Period) {
  return [
    ...(from ? [eb("o.createdAt", ">=", from), eb("o.id", ">=", idBefore("order", from))] : []),
    ...(to ? [eb("o.createdAt", "<=", to), eb("o.id", "<", idAfter("order", to))] : []),
  ];
}

export const hasPeriod = ({ from, to }: Period) => from !== null || to !== null;

function fulfilledWithin(eb: Orders, { from, to }: Period): Condition[] {
  return [
    // A literal, so that it meets the condition of the partial index.
    sql<SqlBool>`o.state = 'fulfilled'`,
    ...(from ? [eb("o.settledAt", ">=", from)] : []),
    ...(to ? [eb("o.settledAt", "<=", to)] : []),
  ];
}

const patternOf = (text: string) => `%${escapedForLike(text)}%`;

const findSubaccounts = query(
  "orders-find-subaccounts-named",
  (db, search: Params<{ accountId: string; pattern: string }>) =>
    db
      .selectFrom("subaccounts")
      .select("id")
      .where("accountId", "=", search.accountId)
      .where("searchName", "like", search.pattern)
      .limit(1000),
);

// No index on text: it would make placing and filling an order a fifth slower, for a search used a
// few times a day. Frequent text is soon met along the key; for rare text PostgreSQL scans in
// parallel.
export async function matching(db: Sql, { accountId, search }: OrderFilter): Promise<Matcher> {
  if (!search) return () => [];
  const query = readOrderSearch(search);
  if (query.by === "id") {
    const { first, last } = query;
    return (eb) => [eb("o.id", ">=", first), eb("o.id", "<=", last)];
  }
  if (query.by === "session") return (eb) => [eb("o.checkoutSessionId", "=", query.id)];
  const pattern = patternOf(query.text);
  // Queried first, so that the plan knows how few they are.
  const ids = (
    await findSubaccounts(db, { accountId, pattern: patternOf(folded(query.text)) })
  ).map(({ id }) => id);
  return (eb) => [
    eb.or([
      ...(["o.description", "o.metadata", "o.beneficiaryName"] as const).map((column) =>
        eb(column, "ilike", pattern),
      ),
      ...(ids.length > 0 ? [eb("o.subaccountId", "=", sql<string>`any (${ids}::text[])`)] : []),
    ]),
  ];
}

/** All filters but the search, which `matching` reads. */
export function filtersOf(eb: Orders, filter: OrderFilter): Condition[] {
  const { channel, state, subaccountId, checkoutSessionId, metadata, type, fulfilled } = filter;
  return [
    eb("o.accountId", "=", filter.accountId),
    // Matches the condition of the partial index on checkout sessions.
    ...(channel ? [eb("o.checkoutSessionId", channel === "checkout" ? "is not" : "is", null)] : []),
    ...(state ? [eb("o.state", "=", state)] : []),
    ...(subaccountId ? [eb("o.subaccountId", "=", subaccountId)] : []),
    ...(checkoutSessionId ? [eb("o.checkoutSessionId", "=", checkoutSessionId)] : []),
    ...(metadata ? [eb("o.metadata", "=", metadata)] : []),
    // A literal, so that it meets the condition of the partial index of rides.
    ...(type ? [eb("o.type", "=", sql.lit(type))] : []),
    ...placedWithin(eb, filter),
    ...(hasPeriod(fulfilled) ? fulfilledWithin(eb, fulfilled) : []),
  ];
}
