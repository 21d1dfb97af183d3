// How accounts stand: what of their orders waits, when they last bought, and what all of them bought.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { firstIdAt } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

export interface Standing {
  accountId: string;
  /** Orders that wait for credits. */
  waiting: number;
  latestAt: Date | null;
}

interface Accounts {
  accountIds: string[];
  mode: Mode;
}

// The latest by a look-up in the key; those that wait by one walk along their queue.
const findByAccount = query("orders-find-standings", (db, accounts: Params<Accounts>) =>
  db
    .with("waiting", (qb) =>
      qb
        .selectFrom("orders")
        .select((eb) => ["accountId", eb.fn.countAll<number>().as("orders")])
        .where("mode", "=", accounts.mode)
        .where("queueId", "is not", null)
        .where("accountId", "=", sql<string>`any (${accounts.accountIds}::text[])`)
        .groupBy("accountId"),
    )
    .selectFrom(
      sql<{ id: string }>`unnest(${accounts.accountIds}::text[])`.as<"asked">(sql`asked (id)`),
    )
    .leftJoin("waiting", "waiting.accountId", "asked.id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("orders")
          .select("createdAt")
          .whereRef("accountId", "=", "asked.id")
          .orderBy("orders.id", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      "asked.id as accountId",
      eb.fn.coalesce("waiting.orders", eb.lit(0)).as("waiting"),
      "latest.createdAt as latestAt",
    ]),
);

export interface Sold {
  orders: number;
  kg: number;
  cents: number;
  /** Accounts that bought. */
  accounts: number;
}

// Ids begin with the time of their making: a walk along them, from the first of the period on.
const sumSince = query("orders-sum-sold", (db, sold: Params<{ mode: Mode; sinceId: string }>) =>
  db
    .selectFrom("orders")
    .select((eb) => [
      eb.fn.countAll<number>().as("orders"),
      sql<number>`coalesce(sum(amount_kg), 0)::bigint`.as("kg"),
      sql<number>`coalesce(sum(price_usd_cents), 0)::bigint`.as("cents"),
      eb.fn.count<number>("accountId").distinct().as("accounts"),
    ])
    .where("id", ">=", sold.sinceId)
    .where("mode", "=", sold.mode)
    .where("state", "<>", "cancelled")
    .where("awaitingPayment", "=", false),
);

/** How these accounts of one mode stand, in no order. */
export function listStandings({ db }: Context, accounts: Accounts): Promise<Standing[]> {
  return findByAccount(db, accounts);
}

/** Orders placed since then that were not cancelled; kg of CO2e and US cents. */
export async function getSold(
  { db }: Context,
  { mode, since }: { mode: Mode; since: Date },
): Promise<Sold> {
  const [row] = await sumSince(db, { mode, sinceId: firstIdAt("order", since) });
  return row ?? { orders: 0, kg: 0, cents: 0, accounts: 0 };
}
