// The SQL that only the operator's month needs: cost of the lots sold, and refunds around a sale.
import { type Kysely, sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import type { Currency } from "#core/money";
import { runOnce } from "#core/query";
import type { Scope } from "#domain/figures";
import { customerMoney } from "#domain/figures";
import type { ReadTables } from "./tables";
import { TAX } from "./tax-columns";

type Period = Pick<Scope, "mode" | "from" | "to">;

const COST_CURRENCY = sql<Currency | null>`(CASE WHEN l.cost_per_tonne IS NOT NULL
  THEN l.cost_currency END)`;

/** Per account: cost of the lots sold, by the currencies of sale and cost; null if not recorded. */
export function findLotCosts(db: Sql, { mode, from, to }: Period) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom("accounts as a")
      .innerJoin("soldCredits as c", "c.accountId", "a.id")
      .innerJoin("creditLots as l", (join) =>
        join.onRef("l.mode", "=", "a.mode").onRef("l.id", "=", "c.lotId"),
      )
      .select(["a.id as accountId", "c.currency", COST_CURRENCY.as("costCurrency")])
      .select(sql<number>`sum(c.amount_kg)::bigint`.as("kg"))
      .select(
        sql<number>`coalesce(round(sum(c.amount_kg::numeric * l.cost_per_tonne) / 1000),
          0)::bigint`.as("cost"),
      )
      .where("a.mode", "=", mode)
      .where("c.startsAt", ">=", from)
      .where("c.startsAt", "<", to)
      .groupBy(["a.id", "c.currency", COST_CURRENCY]),
  );
}

/** Refunds of fulfilled orders, `o`, with the tax within. */
const refundsOfSold = (db: Kysely<ReadTables>, mode: Mode) =>
  db
    .selectFrom(customerMoney(db).as("m"))
    .innerJoin("payments as p", (join) =>
      join.onRef("p.accountId", "=", "m.accountId").onRef("p.id", "=", "m.paymentId"),
    )
    .innerJoin("orders as o", (join) =>
      join
        .onRef("o.accountId", "=", "p.accountId")
        .onRef("o.checkoutSessionId", "=", "p.checkoutSessionId"),
    )
    .innerJoin("checkoutSessions as c", (join) =>
      join.onRef("c.accountId", "=", "p.accountId").onRef("c.id", "=", "p.checkoutSessionId"),
    )
    .select(["m.accountId", "m.currency"])
    .select(sql<number>`sum(m.amount)::bigint`.as("amount"))
    .select(sql<number>`coalesce(sum(${TAX}), 0)::bigint`.as("tax"))
    .where("m.mode", "=", mode)
    .where("m.kind", "=", "refund")
    .where("o.state", "=", "fulfilled")
    .groupBy(["m.accountId", "m.currency"]);

/** Per account and currency: refunds of the period whose order was fulfilled before. */
export function findRefundsAfterSale(db: Sql, { mode, from, to }: Period) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    refundsOfSold(builder, mode)
      .where("m.at", ">=", from)
      .where("m.at", "<", to)
      .whereRef("o.settledAt", "<=", "m.at"),
  );
}

/** Per account and currency: earlier refunds, of any time, of the orders fulfilled in the period. */
export function findRefundsBeforeSale(db: Sql, { mode, from, to }: Period) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    refundsOfSold(builder, mode)
      .where("o.settledAt", ">=", from)
      .where("o.settledAt", "<", to)
      .whereRef("o.settledAt", ">", "m.at"),
  );
}
