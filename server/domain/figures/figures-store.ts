// The SQL of ordered, sold and customers paid, as docs/glossary.md defines them. Every screen,
// statement, export and journal reads them from here.
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import type { Mode } from "#core/context";
import { idPrefixes } from "#core/id";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import type { Channel } from "#domain/catalogue";
import { customerMoney, type MoneyKind } from "./money-store";
import type { ReadTables } from "./tables";

const query = queriesOn<ReadTables>();

/** A period, and the account or, if null, all accounts of the mode. */
export interface Scope {
  accountId: string | null;
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
  mode: Mode;
  from: Date;
  /** Not included. */
  to: Date;
}

export interface OrderSum {
  accountId: string;
  currency: Currency;
  channel: Channel;
  orders: number;
  kg: number;
  price: number;
}

export interface PaidSum {
  accountId: string;
  /** Fees are in the one in which the provider settles. */
  currency: Currency;
  payments: number;
  paid: number;
  refunded: number;
  /** Part of `refunded`. */
  lostDispute: number;
  fee: number;
}

export const accountsOf = (db: Kysely<ReadTables>, scope: Params<Scope>) =>
  db
    .selectFrom("accounts as a")
    .where("a.mode", "=", scope.mode)
    .where((eb) =>
      eb.or([
        eb(sql`${scope.accountId}::text`, "is", null),
        eb("a.id", "=", sql<string>`${scope.accountId}::text`),
      ]),
    );

/** Condition on a column with the order's subaccount. */
export const inSubaccount = ({ subaccountId }: Params<Scope>, column: string) =>
  sql<SqlBool>`(${subaccountId}::text IS NULL OR ${sql.ref(column)} = ${subaccountId})`;

/** A literal, so that it meets the condition of partial indexes. */
const isFulfilled = sql<SqlBool>`o.state = 'fulfilled'`;

/** Conditions of orders that are not cancelled, each with an index. No order meets two of them. */
const orderedParts = {
  fulfilled: isFulfilled,
  tried: sql<SqlBool>`o.state = 'placed' AND (o.tried_stock_version > 0 OR o.awaiting_payment)`,
  untried: sql<SqlBool>`o.tried_stock_version = 0 AND o.queue_id IS NOT NULL`,
  coolingOff: sql<SqlBool>`o.cooling_off AND o.tried_stock_version = 0
    AND o.state = 'placed' AND NOT o.awaiting_payment`,
};

const placedInPeriod = (
  db: Kysely<ReadTables>,
  scope: Params<Scope>,
  condition: Expression<SqlBool>,
) =>
  accountsOf(db, scope)
    .innerJoin("orders as o", "o.accountId", "a.id")
    .select(["a.id as accountId", "o.currency", "o.channel", "o.amountKg", "o.price"])
    .select(sql<number>`1`.as("sign"))
    .where("o.mode", "=", scope.mode)
    .where(condition)
    .where("o.createdAt", ">=", scope.from)
    .where("o.createdAt", "<", scope.to)
    .where(inSubaccount(scope, "o.subaccountId"));

const isWithin = (at: string, scope: Params<Scope>) =>
  sql`(${sql.ref(at)} >= ${scope.from} AND ${sql.ref(at)} < ${scope.to})::int`;

/** Cancelled orders: counted when they were placed, and taken back when they were cancelled. */
const cancelledSince = (db: Kysely<ReadTables>, scope: Params<Scope>) =>
  accountsOf(db, scope)
    .innerJoin("orderCancellations as x", "x.accountId", "a.id")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.accountId", "=", "x.accountId").onRef("o.id", "=", "x.orderId"),
    )
    .select(["a.id as accountId", "o.currency", "o.channel", "o.amountKg", "o.price"])
    .select(
      sql<number>`${isWithin("o.created_at", scope)} - ${isWithin("x.created_at", scope)}`.as(
        "sign",
      ),
    )
    .where("x.createdAt", ">=", scope.from)
    .where(sql<SqlBool>`${isWithin("o.created_at", scope)} <> ${isWithin("x.created_at", scope)}`)
    .where(inSubaccount(scope, "o.subaccountId"));

/** Ordered: placed in the period, less those cancelled in it, each at its own time. */
export const findOrdered = query("figures-sum-ordered", (db, scope: Params<Scope>) =>
  db
    .selectFrom(
      placedInPeriod(db, scope, orderedParts.fulfilled)
        .unionAll(placedInPeriod(db, scope, orderedParts.tried))
        .unionAll(placedInPeriod(db, scope, orderedParts.untried))
        .unionAll(placedInPeriod(db, scope, orderedParts.coolingOff))
        .unionAll(cancelledSince(db, scope))
        .as("part"),
    )
    .select(["part.accountId", "part.currency", "part.channel"])
    .select(sql<number>`sum(part.sign)::bigint`.as("orders"))
    .select(sql<number>`sum(part.sign * part.amount_kg)::bigint`.as("kg"))
    .select(sql<number>`sum(part.sign * part.price)::bigint`.as("price"))
    .groupBy(["part.accountId", "part.currency", "part.channel"]),
);

/** Sold: fulfilled in the period, on the day of fulfillment, at the order's price. */
export const findSold = query("figures-sum-sold", (db, scope: Params<Scope>) =>
  accountsOf(db, scope)
    .innerJoin("orders as o", "o.accountId", "a.id")
    .select(["a.id as accountId", "o.currency", "o.channel"])
    .select(sql<number>`count(*)`.as("orders"))
    .select(sql<number>`sum(o.amount_kg)::bigint`.as("kg"))
    .select(sql<number>`sum(o.price)::bigint`.as("price"))
    .where(isFulfilled)
    .where("o.settledAt", ">=", scope.from)
    .where("o.settledAt", "<", scope.to)
    .where(inSubaccount(scope, "o.subaccountId"))
    .groupBy(["a.id", "o.currency", "o.channel"]),
);

const sumOf = (kind: MoneyKind) =>
  sql<number>`coalesce(sum(m.amount) FILTER (WHERE m.kind = ${sql.lit(kind)}), 0)::bigint`;

/** They are counted as refunds, under the dispute's ID. */
const lostDisputes = sql<number>`
  coalesce(sum(m.amount) FILTER (WHERE starts_with(m.id, ${sql.lit(`${idPrefixes.dispute}_`)})), 0)::bigint`;

/** Customers paid: payments less refunds, each at its own time. */
export const findPaid = query("figures-sum-paid", (db, scope: Params<Scope>) =>
  accountsOf(db, scope)
    .innerJoin(customerMoney(db).as("m"), "m.accountId", "a.id")
    .select(["a.id as accountId", "m.currency"])
    .select(sql<number>`count(*) FILTER (WHERE m.kind = 'payment')`.as("payments"))
    .select(sumOf("payment").as("paid"))
    .select(sumOf("refund").as("refunded"))
    .select(lostDisputes.as("lostDispute"))
    .select(sumOf("fee").as("fee"))
    .where("m.at", ">=", scope.from)
    .where("m.at", "<", scope.to)
    .where((eb) =>
      eb.or([
        eb(sql`${scope.subaccountId}::text`, "is", null),
        eb.exists(
          eb
            .selectFrom("payments as p")
            .innerJoin("checkoutSessions as c", (join) =>
              join
                .onRef("c.accountId", "=", "p.accountId")
                .onRef("c.id", "=", "p.checkoutSessionId"),
            )
            .select(sql`1`.as("one"))
            .whereRef("p.accountId", "=", "m.accountId")
            .whereRef("p.id", "=", "m.paymentId")
            .where("c.subaccountId", "=", sql<string>`${scope.subaccountId}::text`),
        ),
      ]),
    )
    .groupBy(["a.id", "m.currency"]),
);

interface Days {
  accountId: string;
  currency: Currency;
  from: Date;
}

/** Sold, by day. Two years have far fewer rows of sold credits than orders. */
export const findSoldDays = query("figures-find-sold-days", (db, days: Params<Days>) =>
  db
    .selectFrom("soldCredits")
    .select(["startsAt", "channel"])
    .select(sql<number>`sum(amount_kg)::bigint`.as("kg"))
    .select(sql<number>`sum(price)::bigint`.as("price"))
    .where("accountId", "=", days.accountId)
    .where("currency", "=", days.currency)
    .where("startsAt", ">=", days.from)
    .groupBy(["startsAt", "channel"])
    .orderBy("startsAt")
    .orderBy("channel"),
);

/** Customers paid, by day. */
export const findPaidDays = query("figures-find-paid-days", (db, days: Params<Days>) =>
  db
    .selectFrom(customerMoney(db).as("m"))
    .select(sql<Date>`date_trunc('day', m.at, 'UTC')`.as("startsAt"))
    .select(sql<number>`${sumOf("payment")} - ${sumOf("refund")}`.as("paid"))
    .where("m.accountId", "=", days.accountId)
    .where("m.currency", "=", days.currency)
    .where("m.kind", "<>", "fee")
    .where("m.at", ">=", days.from)
    .groupBy(sql`1`)
    .orderBy(sql`1`),
);
