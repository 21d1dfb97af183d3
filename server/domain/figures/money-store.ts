// The SQL of customers' money: one row per payment when it was paid, and per movement of a fee, refund
// or lost dispute when the money went back, or came back because the refund failed or the dispute was won.
import { type Kysely, sql } from "kysely";
import type { ReadTables } from "./tables";

export const moneyKinds = ["payment", "refund", "fee"] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** Customers' money of all accounts; amounts are negative if they undo an earlier one. */
export function customerMoney(db: Kysely<ReadTables>) {
  const kind = (name: MoneyKind) => sql<MoneyKind>`${sql.lit(name)}::text`.as("kind");
  return db
    .selectFrom("payments as p")
    .select(["p.accountId", "p.mode", "p.id", kind("payment"), "p.id as paymentId"])
    .select(["p.paidAt as at", "p.amount", "p.currency"])
    .where("p.paidAt", "is not", null)
    .unionAll(
      db
        .selectFrom("paymentMovements as f")
        .select(["f.accountId", "f.mode", "f.id", sql<MoneyKind>`f.kind`.as("kind"), "f.paymentId"])
        .select([sql<Date | null>`f.moved_at`.as("at"), "f.amount", "f.currency"]),
    );
}
