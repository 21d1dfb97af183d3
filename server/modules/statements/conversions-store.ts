// The SQL of payments that their provider settles in another currency than the customer paid in.
import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import type { Currency } from "#core/money";
import { runOnce } from "#core/query";
import type { Scope } from "#domain/figures";
import type { ReadTables } from "./tables";

export interface ConversionSum {
  accountId: string;
  currency: Currency;
  /** Customers' money, less refunds, that the provider holds in another currency. */
  converted: number;
  /** Received in this currency for payments in others, with the provider's fee. */
  received: number;
}

/** Converted payments, each at the time at which its fee became known. */
const conversions = (db: Kysely<ReadTables>, { mode }: Pick<Scope, "mode">) =>
  db
    .selectFrom("payments as p")
    .leftJoin("paymentMovements as f", (join) =>
      join.onRef("f.accountId", "=", "p.accountId").on("f.id", "=", sql<string>`p.id || '_fee'`),
    )
    .select(["p.accountId", "p.id", "p.amount", "p.currency", "p.settlementCurrency"])
    .select(sql<number>`p.fee + p.net`.as("received"))
    .select(sql<Date>`coalesce(f.moved_at, p.paid_at)`.as("at"))
    .where("p.mode", "=", mode)
    .where("p.paidAt", "is not", null)
    .where("p.net", "is not", null)
    .whereRef("p.settlementCurrency", "<>", "p.currency");

/** Per account and currency: what left and reached a currency in the period. */
export function findConversions(
  db: Sql,
  { from, to, ...scope }: Pick<Scope, "mode" | "from" | "to">,
): Promise<ConversionSum[]> {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .with("conversion", () => conversions(builder, scope))
      .selectFrom((parts) =>
        parts
          .selectFrom("conversion as c")
          .select(["c.accountId", "c.currency", "c.at", "c.amount as converted"])
          .select(sql<number>`0`.as("received"))
          .unionAll(
            parts
              .selectFrom("conversion as c")
              .select(["c.accountId", sql<Currency>`c.settlement_currency`.as("currency"), "c.at"])
              .select([sql<number>`0`.as("converted"), "c.received"]),
          )
          .unionAll(
            parts
              .selectFrom("conversion as c")
              .innerJoin("paymentMovements as back", (join) =>
                join
                  .onRef("back.accountId", "=", "c.accountId")
                  .onRef("back.paymentId", "=", "c.id")
                  .on("back.kind", "=", "refund"),
              )
              .select(["c.accountId", "c.currency"])
              .select(sql<Date>`greatest(c.at, back.moved_at)`.as("at"))
              .select([sql<number>`-back.amount`.as("converted"), sql<number>`0`.as("received")]),
          )
          .as("m"),
      )
      .select(["m.accountId", "m.currency"])
      .select(sql<number>`sum(m.converted)::bigint`.as("converted"))
      .select(sql<number>`sum(m.received)::bigint`.as("received"))
      .where("m.at", ">=", from)
      .where("m.at", "<", to)
      .groupBy(["m.accountId", "m.currency"]),
  );
}
