import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AccountContext } from "#core/context";
import type { Sql } from "#core/db";
import { invalid } from "#core/errors";
import { firstIdAt } from "#core/id";
import { cursorOf, type Page, pageOf } from "#core/page";
import { type Params, queriesOn, runOnce } from "#core/query";
import { escapedForLike } from "#core/text";
import type { AccountTables } from "#domain/accounts";
import type { Channel } from "#domain/catalogue";
import type { Order, OrderState, OrderWithSubaccount } from "./rules";
import type { SearchOrders } from "./schema";
import { type OrderSort, readOrderSearch } from "./search-rules";
import { findOrder, orderColumns } from "./store";
import type { OrderTables } from "./tables";

const query = queriesOn<Tables>();

type Tables = OrderTables & AccountTables;
type Orders = ExpressionBuilder<Tables & { o: OrderTables["orders"] }, "o">;
type Condition = Expression<SqlBool>;
type Matcher = (eb: Orders) => Condition[];

const HOUR_MS = 3_600_000;

type Beyond = Pick<Order, "id" | "amountKg" | "priceUsdCents">;
type Key = "placed" | "amount" | "price";

const keys = { amount: "amountKg", price: "priceUsdCents" } as const;

export interface OrderSearch {
  accountId: string;
  search: string | null;
  state: OrderState | null;
  channel: Channel | null;
  subaccountId: string | null;
  from: Date | null;
  to: Date | null;
  sort: OrderSort;
  /** The order at the cursor; null for the first or last page. */
  beyond: Beyond | null;
  /** Walks against the sort order: back from the cursor, or from the last page. */
  isBackwards: boolean;
  limit: number;
}

// Ids sort by time of creation, which is within an hour of the placement, so a period is a range of
// the key.
function inTime(eb: Orders, { from, to }: OrderSearch): Condition[] {
  const about = (at: Date, hours: number) =>
    firstIdAt("order", new Date(at.getTime() + hours * HOUR_MS));
  return [
    ...(from ? [eb("o.createdAt", ">=", from), eb("o.id", ">=", about(from, -1))] : []),
    ...(to ? [eb("o.createdAt", "<=", to), eb("o.id", "<", about(to, 1))] : []),
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
      .where("name", "ilike", search.pattern)
      .limit(1000),
);

// No index on text: it would make placing and filling an order a fifth slower, for a search used a
// few times a day. Frequent text is soon met along the key; for rare text PostgreSQL scans in
// parallel.
async function matching(db: Sql, { accountId, search }: OrderSearch): Promise<Matcher> {
  if (!search) return () => [];
  const query = readOrderSearch(search);
  if (query.by === "id") {
    const { first, last } = query;
    return (eb) => [eb("o.id", ">=", first), eb("o.id", "<=", last)];
  }
  if (query.by === "session") return (eb) => [eb("o.checkoutSessionId", "=", query.id)];
  const pattern = patternOf(query.text);
  // Queried first, so that the plan knows how few they are.
  const ids = (await findSubaccounts(db, { accountId, pattern })).map(({ id }) => id);
  return (eb) => [
    eb.or([
      ...(["o.description", "o.metadata", "o.beneficiaryName"] as const).map((column) =>
        eb(column, "ilike", pattern),
      ),
      ...(ids.length > 0 ? [eb("o.subaccountId", "=", sql<string>`any (${ids}::text[])`)] : []),
    ]),
  ];
}

function filtersOf(eb: Orders, search: OrderSearch): Condition[] {
  const { accountId, state, channel, subaccountId } = search;
  return [
    eb("o.accountId", "=", accountId),
    ...(state ? [eb("o.state", "=", state)] : []),
    // Matches the condition of the partial index on checkout sessions.
    ...(channel ? [eb("o.checkoutSessionId", channel === "checkout" ? "is not" : "is", null)] : []),
    ...(subaccountId ? [eb("o.subaccountId", "=", subaccountId)] : []),
    ...inTime(eb, search),
  ];
}

function beyondCursor(eb: Orders, by: Key, comparison: "<" | ">", beyond: Beyond): Condition {
  if (by === "placed") return eb("o.id", comparison, beyond.id);
  const column = keys[by];
  return eb(eb.refTuple(`o.${column}`, "o.id"), comparison, eb.tuple(beyond[column], beyond.id));
}

/** Up to `limit` orders from the order `beyond`, or from one end. */
async function findOrdersBy(db: Sql, search: OrderSearch): Promise<OrderWithSubaccount[]> {
  const [by, direction] = search.sort.split(".") as [Key, "asc" | "desc"];
  const order = (direction === "desc") === search.isBackwards ? "asc" : "desc";
  const matches = await matching(db, search);
  const { beyond } = search;
  const sorted = by === "placed" ? (["o.id"] as const) : ([`o.${keys[by]}`, "o.id"] as const);
  const sorting = sql.join(sorted.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`));
  // Planned for its values each time: rare values use an index, frequent ones a scan in order.
  return runOnce<Tables, OrderWithSubaccount>(db, (builder) => {
    // Ids first: most filters are covered by an index, and only the page's rows are read.
    const page = builder
      .selectFrom("orders as o")
      .select(["o.accountId", "o.id"])
      .where((eb) =>
        eb.and([
          ...filtersOf(eb, search),
          ...matches(eb),
          ...(beyond ? [beyondCursor(eb, by, order === "asc" ? ">" : "<", beyond)] : []),
        ]),
      )
      .orderBy(sorting)
      .limit(search.limit);
    return builder
      .selectFrom(page.as("page"))
      .innerJoin("orders as o", (join) =>
        join.onRef("o.accountId", "=", "page.accountId").onRef("o.id", "=", "page.id"),
      )
      .leftJoin("subaccounts as s", (join) =>
        join.onRef("s.accountId", "=", "o.accountId").onRef("s.id", "=", "o.subaccountId"),
      )
      .select(orderColumns.map((column) => `o.${column}` as const))
      .select("s.name as subaccountName")
      .orderBy(sorting);
  });
}

/**
 * A page of the account's orders that match the search; with `last`, the last page.
 * @throws invalid naming an unknown cursor, or `last` given with a cursor
 */
export async function listOrdersBySearch(
  ctx: AccountContext,
  input: SearchOrders,
): Promise<Page<OrderWithSubaccount>> {
  const { limit, last, search, state, channel, subaccount_id, from, to, sort } = input;
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  if (cursor && last) throw invalid("last", "cannot be combined with a cursor");
  const beyond = cursor && (await findOrder(ctx.db, accountId, cursor.id));
  if (cursor && !beyond) throw invalid(cursor.parameter, "is not the id of an order", "unknown-id");
  const isBackwards = last || cursor?.direction === "newer";
  const orders = await findOrdersBy(ctx.db, {
    accountId,
    search: search || null,
    state: state ?? null,
    channel: channel ?? null,
    subaccountId: subaccount_id ?? null,
    from: from ?? null,
    to: to ?? null,
    sort,
    beyond,
    isBackwards,
    limit: limit + 1,
  });
  const page = pageOf(orders, limit, null);
  if (isBackwards) page.data.reverse();
  return page;
}
