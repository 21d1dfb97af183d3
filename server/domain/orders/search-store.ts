// The SQL that finds orders for people: by what they remember of them, in the order they ask for.

import type { Sql, Statement } from "#core/db";
import { firstIdAt } from "#core/id";
import { escapedForLike } from "#core/text";
import type { FoundOrder, Order, OrderState } from "./rules";
import { type OrderSort, readOrderSearch } from "./search-rules";
import { ORDER_COLUMNS, type OrderRow, toOrder } from "./store";

const HOUR_MS = 3_600_000;

type Beyond = Pick<Order, "id" | "amountKg" | "priceCents">;
type Key = "placed" | "amount" | "price";

const keys: Record<Key, { column: string; of(order: Beyond): number | string }> = {
  placed: { column: "id", of: (order) => order.id },
  amount: { column: "amount_kg", of: (order) => order.amountKg },
  price: { column: "price_usd_cents", of: (order) => order.priceCents },
};

export interface OrderSearch {
  accountId: string;
  search: string | null;
  state: OrderState | null;
  channel: "api" | "checkout" | null;
  subaccountId: string | null;
  from: Date | null;
  to: Date | null;
  sort: OrderSort;
  /** The order beyond which to look; null for a page at one of the ends. */
  beyond: Beyond | null;
  /** Against the order asked for: towards its beginning, or from its end. */
  isBackwards: boolean;
  limit: number;
}

/** Conditions and the values that they name, as they come up. */
class Conditions {
  readonly texts: string[] = [];
  readonly values: unknown[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(write: (value: (value: unknown) => string) => string): void {
    this.texts.push(write((value) => this.value(value)));
  }
}

// Ids sort by the time of their making, which is within an hour of when the order was placed: so a
// stretch of time is a stretch of the key.
function addTimes(where: Conditions, { from, to }: OrderSearch): void {
  const about = (at: Date, hours: number) =>
    firstIdAt("order", new Date(at.getTime() + hours * HOUR_MS));
  if (from)
    where.add((value) => `o.created_at >= ${value(from)} AND o.id >= ${value(about(from, -1))}`);
  if (to) where.add((value) => `o.created_at <= ${value(to)} AND o.id < ${value(about(to, 1))}`);
}

const patternOf = (text: string) => `%${escapedForLike(text)}%`;

const FIND_SUBACCOUNTS: Statement = {
  name: "orders-find-subaccounts-named",
  text: "SELECT id FROM subaccounts WHERE account_id = $1 AND name ILIKE $2 LIMIT 1000",
};

// No index on words: it would cost every order a fifth more to place and to fill, and this is read
// a few times a day. What is frequent is soon met along the key; for what is rare, PostgreSQL looks
// through the table with all its workers.
async function addSearch(
  sql: Sql,
  where: Conditions,
  { accountId, search }: OrderSearch,
): Promise<void> {
  if (!search) return;
  const wanted = readOrderSearch(search);
  if (wanted.by === "id") {
    const { first, last } = wanted;
    where.add((value) => `o.id >= ${value(first)} AND o.id <= ${value(last)}`);
  } else if (wanted.by === "session") {
    where.add((value) => `o.checkout_session_id = ${value(wanted.id)}`);
  } else {
    const pattern = patternOf(wanted.text);
    // Asked for first, so that the plan is made knowing how few they are.
    const named = await sql.query<{ id: string }>(FIND_SUBACCOUNTS, [accountId, pattern]);
    const ids = named.map(({ id }) => id);
    where.add((value) => {
      const like = `ILIKE ${value(pattern)}`;
      const columns = ["description", "metadata", "beneficiary_name"];
      const parts = columns.map((column) => `o.${column} ${like}`);
      if (ids.length > 0) parts.push(`o.subaccount_id = ANY (${value(ids)}::text[])`);
      return `(${parts.join(" OR ")})`;
    });
  }
}

function addFilters(where: Conditions, search: OrderSearch): void {
  const { accountId, state, channel, subaccountId } = search;
  where.add((value) => `o.account_id = ${value(accountId)}`);
  if (state) where.add((value) => `o.state = ${value(state)}`);
  // As the index of checkout sessions says it.
  if (channel) {
    where.add(() => `o.checkout_session_id IS ${channel === "checkout" ? "NOT " : ""}NULL`);
  }
  if (subaccountId) where.add((value) => `o.subaccount_id = ${value(subaccountId)}`);
  addTimes(where, search);
}

function addCursor(where: Conditions, by: Key, comparison: "<" | ">", beyond: Beyond): void {
  const { column, of } = keys[by];
  where.add((value) =>
    by === "placed"
      ? `o.id ${comparison} ${value(beyond.id)}`
      : `(o.${column}, o.id) ${comparison} (${value(of(beyond))}, ${value(beyond.id)})`,
  );
}

/** Up to `limit` orders, walking from the order `beyond` or from an end. */
export async function findOrdersBy(sql: Sql, search: OrderSearch): Promise<FoundOrder[]> {
  const [by, direction] = search.sort.split(".") as [Key, "asc" | "desc"];
  const order = (direction === "desc") === search.isBackwards ? "ASC" : "DESC";
  const where = new Conditions();
  addFilters(where, search);
  await addSearch(sql, where, search);
  if (search.beyond) addCursor(where, by, order === "ASC" ? ">" : "<", search.beyond);
  const orderBy = [...(by === "placed" ? [] : [keys[by].column]), "id"]
    .map((column) => `o.${column} ${order}`)
    .join(", ");
  // The ids first: what is asked of them is often in an index, and the rest is read of few.
  const text = `
    SELECT ${ORDER_COLUMNS.replaceAll(/\w+/g, "o.$&")}, s.name AS subaccount_name
    FROM (
      SELECT o.account_id, o.id FROM orders o WHERE ${where.texts.join(" AND ")}
      ORDER BY ${orderBy} LIMIT ${where.value(search.limit)}
    ) found
    JOIN orders o ON o.account_id = found.account_id AND o.id = found.id
    LEFT JOIN subaccounts s ON s.account_id = o.account_id AND s.id = o.subaccount_id
    ORDER BY ${orderBy}`;
  // Planned for these values each time: what is rare is looked up, and what is frequent walked.
  const statement = { name: "", text };
  const rows = await sql.query<OrderRow & { subaccount_name: string | null }>(
    statement,
    where.values,
  );
  return rows.map((row) => ({ ...toOrder(row), subaccountName: row.subaccount_name }));
}
