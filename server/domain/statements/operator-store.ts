// The SQL that only the operator's month needs: cost of the lots sold, and refunds after a sale.
import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import type { Scope } from "./figures-store";
import { customerMoney } from "./money-store";
import type { ReadTables } from "./tables";

type Period = Pick<Scope, "mode" | "from" | "to">;

const HOUR_MS = 3_600_000;

/** Per account: cost of the lots sold, and the kg whose cost is not recorded. */
export function findLotCosts(db: Sql, { mode, from, to }: Period) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom("accounts as a")
      .innerJoin("retirements as r", "r.accountId", "a.id")
      .innerJoin("orders as o", (join) =>
        join.onRef("o.accountId", "=", "r.accountId").onRef("o.id", "=", "r.orderId"),
      )
      .innerJoin("creditLots as l", (join) =>
        join.onRef("l.mode", "=", "r.mode").onRef("l.id", "=", "r.lotId"),
      )
      .select("a.id as accountId")
      .select(
        sql<number>`coalesce(round(sum((r.order_end_kg - r.order_start_kg)::numeric
          * l.cost_per_tonne_usd_cents) / 1000), 0)::bigint`.as("costCents"),
      )
      .select(
        sql<number>`coalesce(sum(r.order_end_kg - r.order_start_kg)
          FILTER (WHERE l.cost_per_tonne_usd_cents IS NULL), 0)::bigint`.as("unknownKg"),
      )
      .where("a.mode", "=", mode)
      .where("r.retiredAt", ">=", new Date(from.getTime() - HOUR_MS))
      .where("r.retiredAt", "<", to)
      .where("o.settledAt", ">=", from)
      .where("o.settledAt", "<", to)
      .where(sql<boolean>`r.order_start_kg < o.amount_kg`)
      .groupBy("a.id"),
  );
}

/** Per account: refunds of orders that were fulfilled before the refund. */
export function findRefundsOfSold(db: Sql, { mode, from, to }: Period) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom(customerMoney(builder).as("m"))
      .innerJoin("payments as p", (join) =>
        join.onRef("p.accountId", "=", "m.accountId").onRef("p.id", "=", "m.paymentId"),
      )
      .innerJoin("orders as o", (join) =>
        join
          .onRef("o.accountId", "=", "p.accountId")
          .onRef("o.checkoutSessionId", "=", "p.checkoutSessionId"),
      )
      .select("m.accountId")
      .select(sql<number>`sum(m.amount_cents)::bigint`.as("cents"))
      .where("m.mode", "=", mode)
      .where("m.kind", "=", "refund")
      .where("m.at", ">=", from)
      .where("m.at", "<", to)
      .where("o.state", "=", "fulfilled")
      .whereRef("o.settledAt", "<=", "m.at")
      .groupBy("m.accountId"),
  );
}
