// Count and sums of a filtered list of orders: exact, or absent.
import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import { MAX_SUMMED } from "#core/page";
import { runOnce } from "#core/query";
import type { Channel } from "#domain/catalogue";
import {
  filtersOf,
  matching,
  type OrderFilters,
  type SearchTables,
  toFilter,
} from "./order-filters";
import type { OrderState } from "./rules";

interface OrderSum {
  channel: Channel;
  state: OrderState;
  orders: number;
  amountKg: number;
  price: number;
}

export interface OrderSums {
  /** All matching orders, or as many as were counted if `isCapped`. */
  orders: number;
  isCapped: boolean;
  /** By channel and state; null if not all orders were counted. */
  sums: OrderSum[] | null;
}

/**
 * Count and sums of the account's orders that match the filters. Of more than `most`, there are no
 * sums, and the count is a lower bound.
 */
export async function getOrderSums(
  ctx: AccountContext,
  { most = MAX_SUMMED, ...input }: OrderFilters & { most?: number },
): Promise<OrderSums> {
  const filter = toFilter(ctx, input);
  const matches = await matching(ctx.db, filter);
  const sums = await runOnce<SearchTables, OrderSum>(ctx.db, (db) => {
    const rows = db
      .selectFrom("orders as o")
      .select(["o.channel", "o.state", "o.amountKg", "o.price"])
      .where((eb) => eb.and([...filtersOf(eb, filter), ...matches(eb)]))
      .limit(most + 1);
    return db
      .selectFrom(rows.as("row"))
      .select((eb) => [
        "row.channel",
        "row.state",
        eb.fn.countAll<number>().as("orders"),
        sql<number>`sum(amount_kg)::bigint`.as("amountKg"),
        sql<number>`sum(price)::bigint`.as("price"),
      ])
      .groupBy(["row.channel", "row.state"]);
  });
  const orders = sums.reduce((sum, part) => sum + part.orders, 0);
  const isCapped = orders > most;
  return { orders, isCapped, sums: isCapped ? null : sums };
}
