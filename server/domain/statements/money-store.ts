// The SQL of customers' money: one row per payment when it was paid, and per movement of a fee, refund
// or lost dispute when the money went back, or came back because the refund failed or the dispute was won.
import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import type { ReadTables } from "./tables";
import { TAX_CENTS, taxFacts } from "./tax-columns";

export const moneyKinds = ["payment", "refund", "fee"] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** Customers' money of all accounts; amounts are negative if they undo an earlier one. */
export function customerMoney(db: Kysely<ReadTables>) {
  const kind = (name: MoneyKind) => sql<MoneyKind>`${sql.lit(name)}::text`.as("kind");
  return db
    .selectFrom("payments as p")
    .select(["p.accountId", "p.mode", "p.id", kind("payment"), "p.id as paymentId"])
    .select(["p.paidAt as at", "p.amountUsdCents as amountCents"])
    .where("p.paidAt", "is not", null)
    .unionAll(
      db
        .selectFrom("paymentMovements as f")
        .select(["f.accountId", "f.mode", "f.id", sql<MoneyKind>`f.kind`.as("kind"), "f.paymentId"])
        .select([sql<Date | null>`f.moved_at`.as("at"), "f.amountUsdCents as amountCents"]),
    );
}

export interface MoneyIn {
  accountId: string;
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
  from: Date;
  to: Date;
}

/** Place of a payment or refund in the month. */
export interface MoneyKey {
  at: Date;
  id: string;
}

export type MoneyRow = Awaited<ReturnType<typeof findMoney>>[number];

/** Up to `limit` payments and refunds of the account after the key, oldest first. */
export function findMoney(
  db: Sql,
  { accountId, subaccountId, from, to }: MoneyIn,
  { after, limit }: { after: MoneyKey | null; limit: number },
) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom(customerMoney(builder).as("m"))
      .innerJoin("payments as p", (join) =>
        join.onRef("p.accountId", "=", "m.accountId").onRef("p.id", "=", "m.paymentId"),
      )
      .innerJoin("checkoutSessions as c", (join) =>
        join.onRef("c.accountId", "=", "p.accountId").onRef("c.id", "=", "p.checkoutSessionId"),
      )
      .leftJoin("subaccounts as s", (join) =>
        join.onRef("s.accountId", "=", "c.accountId").onRef("s.id", "=", "c.subaccountId"),
      )
      .select(["m.id", "m.kind", "m.at", "m.amountCents", "m.paymentId"])
      .select(["p.provider", "p.providerPaymentId", "p.checkoutSessionId"])
      .select(["c.orderId", "c.subaccountId", "s.name as subaccountName", "c.customerEmail"])
      .select("c.customerCountry")
      .select(taxFacts)
      .select(TAX_CENTS.as("taxCents"))
      .where("m.accountId", "=", accountId)
      .where("m.at", ">=", from)
      .where("m.at", "<", to)
      .$if(subaccountId !== null, (list) => list.where("c.subaccountId", "=", subaccountId))
      .$if(after !== null, (list) =>
        list.where((eb) =>
          eb(eb.refTuple("m.at", "m.id"), ">", eb.tuple(after?.at ?? from, after?.id ?? "")),
        ),
      )
      .orderBy("m.at")
      .orderBy("m.id")
      .limit(limit),
  );
}

/** The key of one of the account's payments or refunds; null if it has none with this id. */
export async function findMoneyKey(
  db: Sql,
  { accountId, id }: { accountId: string; id: string },
): Promise<MoneyKey | null> {
  const [key] = await runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom(customerMoney(builder).as("m"))
      .select(["m.at", "m.id"])
      .where("m.accountId", "=", accountId)
      .where("m.id", "=", id),
  );
  return key?.at ? { at: key.at, id: key.id } : null;
}
