// The SQL that finds orders for people: by what they remember of them, in the order they ask for.

import type { Sql } from "#core/db";
import { firstIdAt } from "#core/id";
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

// No index on words: it would cost every order a fifth more to place and to fill, and this is read
// a few times a day. Orders are walked along their key in place of it.
function addSearch(where: Conditions, { accountId, search }: OrderSearch): void {
  if (!search) return;
  const wanted = readOrderSearch(search);
  if (wanted.by === "id") {
    const { first, last } = wanted;
    where.add((value) => `o.id >= ${value(first)} AND o.id <= ${value(last)}`);
  } else if (wanted.by === "session") {
    where.add((value) => `o.checkout_session_id = ${value(wanted.id)}`);
  } else {
    const pattern = `%${wanted.text.replace(/[\\%_]/g, "\\$&")}%`;
    where.add((value) => {
      const like = value(pattern);
      return `(o.description ILIKE ${like} OR o.metadata ILIKE ${like}
        OR o.beneficiary_name ILIKE ${like} OR o.subaccount_id IN (
          SELECT id FROM subaccounts WHERE account_id = ${value(accountId)} AND name ILIKE ${like}))`;
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
  addSearch(where, search);
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
  if (search.beyond) addCursor(where, by, order === "ASC" ? ">" : "<", search.beyond);
  const orderBy = (table: string) =>
    [...(by === "placed" ? [] : [keys[by].column]), "id"]
      .map((column) => `${table}.${column} ${order}`)
      .join(", ");
  const text = `
    SELECT found.*, s.name AS subaccount_name
    FROM (
      SELECT ${ORDER_COLUMNS} FROM orders o WHERE ${where.texts.join(" AND ")}
      ORDER BY ${orderBy("o")} LIMIT ${where.value(search.limit)}
    ) found
    LEFT JOIN subaccounts s ON s.account_id = found.account_id AND s.id = found.subaccount_id
    ORDER BY ${orderBy("found")}`;
  // Planned for these values each time: what is rare is looked up, and what is frequent walked.
  const statement = { name: "", text };
  const rows = await sql.query<OrderRow & { subaccount_name: string | null }>(
    statement,
    where.values,
  );
  return rows.map((row) => ({ ...toOrder(row), subaccountName: row.subaccount_name }));
}
