// The SQL of the tax within customers' money.
import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn, runOnce } from "#core/query";
import { accountsOf, customerMoney, inSubaccount, type Scope } from "#domain/figures";
import type { ReadTables } from "./tables";
import { TAX, taxFacts } from "./tax-columns";

const query = queriesOn<ReadTables>();

/** Customers' money with its sessions. */
const moneyOfSessions = (db: Kysely<ReadTables>, scope: Params<Scope>) =>
  accountsOf(db, scope)
    .innerJoin(customerMoney(db).as("m"), "m.accountId", "a.id")
    .innerJoin("payments as p", (join) =>
      join.onRef("p.accountId", "=", "m.accountId").onRef("p.id", "=", "m.paymentId"),
    )
    .innerJoin("checkoutSessions as c", (join) =>
      join.onRef("c.accountId", "=", "p.accountId").onRef("c.id", "=", "p.checkoutSessionId"),
    )
    .where("m.at", ">=", scope.from)
    .where("m.at", "<", scope.to);

const sumOf = (kind: "payment" | "refund", column: "amount" | "tax") =>
  sql<number>`coalesce(sum(t.${sql.raw(column)}) FILTER (WHERE t.kind = ${sql.lit(kind)}), 0)::bigint`;

export type TaxSum = Awaited<ReturnType<typeof findTaxes>>[number];

/** Customers' payments and refunds of the period, with their tax, by buyer's country and rule. */
export const findTaxes = query("statements-sum-taxes", (db, scope: Params<Scope>) =>
  db
    .selectFrom(
      moneyOfSessions(db, scope)
        .select(["a.id as accountId", "m.kind", "m.amount", "m.currency"])
        .select("c.customerCountry as country")
        .select(taxFacts)
        .select(TAX.as("tax"))
        .where("m.kind", "<>", "fee")
        .where(inSubaccount(scope, "c.subaccountId"))
        .as("t"),
    )
    .select(["t.accountId", "t.currency", "t.country", "t.taxRuleId", "t.taxKind", "t.taxName"])
    .select("t.taxRateBasisPoints")
    .select(sql<number>`count(*) FILTER (WHERE t.kind = 'payment')`.as("payments"))
    .select(sumOf("payment", "amount").as("paid"))
    .select(sumOf("payment", "tax").as("paidTax"))
    .select(sumOf("refund", "amount").as("refunded"))
    .select(sumOf("refund", "tax").as("refundedTax"))
    .groupBy(["t.accountId", "t.currency", "t.country", "t.taxRuleId", "t.taxKind", "t.taxName"])
    .groupBy("t.taxRateBasisPoints")
    .orderBy(sql`t.account_id, t.country NULLS LAST, t.tax_rate_basis_points DESC NULLS LAST`)
    .orderBy("t.taxRuleId"),
);

const HOUR_MS = 3_600_000;

/** Per account and currency: tax of the checkout orders that were fulfilled in the period. */
export function findSoldTaxes(db: Sql, { mode, from, to }: Pick<Scope, "mode" | "from" | "to">) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom("accounts as a")
      // The first allocation of each order, by the index of allocations.
      .innerJoin("retirements as r", (join) =>
        join
          .onRef("r.accountId", "=", "a.id")
          .on("r.retiredAt", ">=", new Date(from.getTime() - HOUR_MS))
          .on("r.retiredAt", "<", to)
          .on("r.orderStartKg", "=", 0),
      )
      .innerJoin("orders as o", (join) =>
        join.onRef("o.accountId", "=", "r.accountId").onRef("o.id", "=", "r.orderId"),
      )
      .innerJoin("checkoutSessions as c", (join) =>
        join.onRef("c.accountId", "=", "o.accountId").onRef("c.id", "=", "o.checkoutSessionId"),
      )
      .select(["a.id as accountId", "o.currency"])
      .select(sql<number>`sum((c.sale_tax->>'tax')::bigint)::bigint`.as("amount"))
      .where("a.mode", "=", mode)
      .where("o.settledAt", ">=", from)
      .where("o.settledAt", "<", to)
      .where("c.saleTax", "is not", null)
      .groupBy(["a.id", "o.currency"]),
  );
}
