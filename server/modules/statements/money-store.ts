// The SQL of customers' payments and refunds as lines of the statement.
import type { Kysely } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import { customerMoney } from "#domain/figures";
import type { ReadTables } from "./tables";
import { TAX, taxFacts } from "./tax-columns";

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
      .select(["m.id", "m.kind", "m.at", "m.amount", "m.currency", "m.paymentId"])
      .select(["p.provider", "p.providerPaymentId", "p.checkoutSessionId"])
      .select(["c.orderId", "c.subaccountId", "s.name as subaccountName", "c.customerEmail"])
      .select("c.customerCountry")
      .select(taxFacts)
      .select(TAX.as("tax"))
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
