// Sales to accounts without terms, which are on no balance and no invoice.
import { type SqlBool, sql } from "kysely";
import type { Context } from "#core/context";
import type { Currency } from "#core/money";
import { runOnce } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { OrderTables } from "#domain/orders";
import type { BalanceTables } from "./balances/tables";

/** Most orders of an account that are summed. */
const MAX_SUMMED = 10_000;

interface UnbilledSales {
  accountId: string;
  name: string;
  /** Null: the account can't place live orders until an operator chooses terms. */
  terms: "undecided" | null;
  orders: number;
  currency: Currency;
  price: number;
  /** There are more: the figures are a lower bound. */
  isCapped: boolean;
}

type Tables = AccountTables & BalanceTables & OrderTables;

/** Live accounts whose terms an operator has to decide, those that sold most first. */
export async function listUnbilledSales({ db }: Context): Promise<UnbilledSales[]> {
  const rows = await runOnce<Tables, Omit<UnbilledSales, "isCapped">>(db, (builder) =>
    builder
      .selectFrom("accounts as a")
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom((from) =>
              from
                .selectFrom("orders as o")
                .select("o.price")
                .whereRef("o.accountId", "=", "a.id")
                .where("o.channel", "=", "api")
                // A literal, so that it meets the condition of the partial index.
                .where(sql<SqlBool>`o.state = 'fulfilled'`)
                .where((is) =>
                  is.not(
                    is.exists(
                      is
                        .selectFrom("accountLedger as l")
                        .select("l.seq")
                        .whereRef("l.accountId", "=", "o.accountId")
                        .whereRef("l.orderId", "=", "o.id")
                        .where("l.kind", "=", "order"),
                    ),
                  ),
                )
                .limit(MAX_SUMMED + 1)
                .as("sold"),
            )
            .select(({ fn }) => fn.countAll<number>().as("orders"))
            .select(sql<number>`coalesce(sum(price), 0)::bigint`.as("price"))
            .as("s"),
        (join) => join.onTrue(),
      )
      .select(["a.id as accountId", "a.name", "a.currency", "s.orders", "s.price"])
      .select(sql<"undecided" | null>`a.terms`.as("terms"))
      .where("a.mode", "=", "live")
      .where(({ eb, or }) => or([eb("a.terms", "is", null), eb("a.terms", "=", "undecided")]))
      .orderBy("s.price", "desc")
      .orderBy("a.id"),
  );
  return rows.map((row) => ({ ...row, isCapped: row.orders > MAX_SUMMED }));
}
