import { type QueryCreator, type Selectable, sql } from "kysely";
import type { OrderTables } from "./tables";

type Fulfilled = Pick<
  Selectable<OrderTables["orders"]>,
  "accountId" | "channel" | "subaccountId" | "settledAt" | "amountKg" | "priceUsdCents"
>;

const keys = ["accountId", "startsAt", "channel", "subaccountId"] as const;

/**
 * Adds the orders of the preceding query `ended` to the sales of the day of their fulfillment. Rows
 * are sorted, so two writers cannot deadlock.
 */
export function addToSales(db: QueryCreator<OrderTables & { ended: Fulfilled }>) {
  return db
    .insertInto("salesTotals")
    .columns([...keys, "orders", "amountKg", "priceUsdCents"])
    .expression((from) =>
      from
        .selectFrom("ended")
        .select((eb) => [
          "accountId",
          sql<Date>`date_trunc('day', settled_at, 'UTC')`.as("startsAt"),
          "channel",
          sql<string>`coalesce(subaccount_id, '')`.as("subaccountId"),
          eb.fn.countAll<number>().as("orders"),
          eb.fn.sum<number>("amountKg").as("amountKg"),
          eb.fn.sum<number>("priceUsdCents").as("priceUsdCents"),
        ])
        .groupBy(sql`1, 2, 3, 4`)
        .orderBy(sql`1, 2, 3, 4`),
    )
    .onConflict((conflict) =>
      conflict.columns([...keys]).doUpdateSet((eb) => ({
        orders: eb("salesTotals.orders", "+", eb.ref("excluded.orders")),
        amountKg: eb("salesTotals.amountKg", "+", eb.ref("excluded.amountKg")),
        priceUsdCents: eb("salesTotals.priceUsdCents", "+", eb.ref("excluded.priceUsdCents")),
      })),
    );
}
