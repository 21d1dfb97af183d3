import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import type { Sql } from "#core/db";
import { invalid } from "#core/errors";
import { type Cursor, cursorOf, type Page, pageOf } from "#core/page";
import { runOnce } from "#core/query";
import type { Order, OrderWithSubaccount } from "./order";
import { orderColumns } from "./order";
import { findOrder } from "./order-details";
import {
  type Condition,
  filtersOf,
  hasPeriod,
  matching,
  type OrderFilter,
  type Orders,
  type SearchTables,
  toFilter,
} from "./order-filters";
import type { ListOrders, SearchOrders } from "./schema";
import type { OrderSort } from "./search-rules";

type Beyond = Pick<Order, "id" | "amountKg" | "price">;
type Key = "placed" | "amount" | "price";

const keys = { amount: "amountKg", price: "price" } as const;

interface OrderSearch extends OrderFilter {
  sort: OrderSort;
  /** The order at the cursor; null for the first or last page. */
  beyond: Beyond | null;
  /** Walks against the sort order: back from the cursor, or from the last page. */
  isBackwards: boolean;
  /** The oldest order that is searched; null for all. */
  fromId: string | null;
  limit: number;
}

function beyondCursor(eb: Orders, by: Key, comparison: "<" | ">", beyond: Beyond): Condition {
  if (by === "placed") return eb("o.id", comparison, beyond.id);
  const column = keys[by];
  return eb(eb.refTuple(`o.${column}`, "o.id"), comparison, eb.tuple(beyond[column], beyond.id));
}

/** Up to `limit` orders from the order `beyond`, or from one end. */
export async function findOrdersBy(db: Sql, search: OrderSearch): Promise<OrderWithSubaccount[]> {
  const [by, direction] = search.sort.split(".") as [Key, "asc" | "desc"];
  const order = (direction === "desc") === search.isBackwards ? "asc" : "desc";
  const matches = await matching(db, search);
  const { beyond, fromId } = search;
  const sorted = by === "placed" ? (["o.id"] as const) : ([`o.${keys[by]}`, "o.id"] as const);
  const sorting = sql.join(sorted.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`));
  // Planned for its values each time: rare values use an index, frequent ones a scan in order.
  return runOnce<SearchTables, OrderWithSubaccount>(db, (builder) => {
    // Ids first: most filters are covered by an index, and only the page's rows are read.
    const matched = builder
      .selectFrom("orders as o")
      .select(["o.accountId", ...sorted])
      .where((eb) =>
        eb.and([
          ...filtersOf(eb, search),
          ...matches(eb),
          ...(fromId ? [eb("o.id", ">=", fromId)] : []),
          ...(beyond ? [beyondCursor(eb, by, order === "asc" ? ">" : "<", beyond)] : []),
        ]),
      );
    // OFFSET keeps PostgreSQL from walking all orders by their key for those fulfilled in a period:
    // orders may wait for months, so their keys do not tell when that is.
    const isByFulfillment = hasPeriod(search.fulfilled);
    const page = builder
      .selectFrom((isByFulfillment ? matched.offset(0) : matched).as("o"))
      .select(["o.accountId", "o.id"])
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

/** @throws invalid naming an unknown cursor */
async function orderAt(ctx: AccountContext, cursor: Cursor | null): Promise<Order | null> {
  if (!cursor) return null;
  const order = await findOrder(ctx.db, ctx.account.id, cursor.id);
  if (!order) throw invalid(cursor.parameter, "is not the id of an order", "unknown-id");
  return order;
}

/**
 * A page of the account's orders that match the search; with `last`, the last page.
 * @throws invalid naming an unknown cursor, or `last` given with a cursor
 */
export async function listOrdersBySearch(
  ctx: AccountContext,
  input: SearchOrders,
): Promise<Page<OrderWithSubaccount>> {
  const { limit, last, sort } = input;
  const cursor = cursorOf(input);
  if (cursor && last) throw invalid("last", "cannot be combined with a cursor");
  const beyond = await orderAt(ctx, cursor);
  const isBackwards = last || cursor?.direction === "newer";
  const orders = await findOrdersBy(ctx.db, {
    ...toFilter(ctx, input),
    sort,
    fromId: null,
    beyond,
    isBackwards,
    limit: limit + 1,
  });
  const page = pageOf(orders, limit, null);
  if (isBackwards) page.data.reverse();
  return page;
}

/**
 * A page of the account's orders that match the API's filters, newest first.
 * @throws invalid naming an unknown cursor
 */
export async function listOrdersByFilter(
  ctx: AccountContext,
  input: ListOrders & { subaccountId: string | null },
): Promise<Page<Order>> {
  const cursor = cursorOf(input);
  const beyond = await orderAt(ctx, cursor);
  const { created_from: from, created_to: to, state } = input;
  const orders = await findOrdersBy(ctx.db, {
    ...toFilter(ctx, {
      ...(state && { state }),
      ...(from && { from }),
      // Times have milliseconds.
      ...(to && { to: new Date(to.getTime() - 1) }),
    }),
    subaccountId: input.subaccountId,
    metadata: input.metadata ?? null,
    type: input.type ?? null,
    checkoutSessionId: input.checkout_session_id ?? null,
    sort: "placed.desc",
    fromId: null,
    beyond,
    isBackwards: cursor?.direction === "newer",
    limit: input.limit + 1,
  });
  return pageOf(orders, input.limit, cursor);
}
