import { type SqlBool, sql } from "kysely";
import type { Context } from "#core/context";
import { formatMoment } from "#core/dates";
import { formatMass } from "#core/mass";
import { type Params, queriesOn } from "#core/query";
import { plural } from "#core/text";
import type { AccountTables } from "#domain/accounts";
import { getWaitingTotals, type OrderTables } from "#domain/orders";
import type { Condition, Notice } from "./conditions";
import { OPERATOR } from "./schema";

const query = queriesOn<OrderTables & AccountTables & { waiters: { accountId: string | null } }>();

/** More orders of an account are counted as "10,000 or more". */
const MAX_COUNTED = 10_000;

/** The condition of the index `orders_waiting_idx`. */
const isIndexed = (alias: "orders" | "o") =>
  sql<SqlBool>`${sql.ref(`${alias}.state`)} = 'placed'
    AND (${sql.ref(`${alias}.tried_stock_version`)} > 0
      OR ${sql.ref(`${alias}.awaiting_payment`)})`;

// Finds each account by one index lookup. An order waits once the stock was tried and was not enough.
const findWaiting = query("notices-find-waiting", (db, { most }: Params<{ most: number }>) =>
  db
    .withRecursive("waiters(accountId)", (cte) =>
      cte
        .selectFrom("orders")
        .select(({ fn }) => fn.min<string | null>("accountId").as("accountId"))
        .where(isIndexed("orders"))
        .unionAll(
          cte
            .selectFrom("waiters")
            .select((eb) =>
              eb
                .selectFrom("orders as o")
                .select(({ fn }) => fn.min("o.accountId").as("accountId"))
                .where(isIndexed("o"))
                .whereRef("o.accountId", ">", "waiters.accountId")
                .as("accountId"),
            )
            .where("waiters.accountId", "is not", null),
        ),
    )
    .with("limited", (cte) =>
      cte
        .selectFrom("memberships")
        .distinct()
        .select(["subaccountAccountId as accountId", "subaccountId"])
        .where("subaccountId", "is not", null),
    )
    .selectFrom("waiters")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.id", "=", "waiters.accountId").on("a.mode", "=", "live"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("orders as o")
          .select(["o.subaccountId", "o.amountKg", "o.createdAt"])
          .whereRef("o.accountId", "=", "a.id")
          .where(isIndexed("o"))
          .where("o.queueId", "is not", null)
          .where("o.triedStockVersion", ">", 0)
          .orderBy("o.id")
          .limit(most)
          .as("own"),
      (join) => join.onTrue(),
    )
    .leftJoin("limited", (join) =>
      join
        .onRef("limited.accountId", "=", "a.id")
        .onRef("limited.subaccountId", "=", "own.subaccountId"),
    )
    .select(["a.id as accountId", "limited.subaccountId"])
    .select(({ fn }) => [
      fn.countAll<number>().as("orders"),
      fn.sum<number>("own.amountKg").as("kg"),
      fn.min<Date>("own.createdAt").as("since"),
    ])
    .groupBy(["a.id", "limited.subaccountId"]),
);

interface Waiting {
  orders: number;
  kg: number;
  since: Date;
}

function noticeOf({ orders, kg, since }: Waiting, scope: string): Notice {
  const mass = formatMass(kg);
  const count =
    orders >= MAX_COUNTED ? `${plural(MAX_COUNTED, "order")} or more` : plural(orders, "order");
  const wait = orders === 1 ? "waits" : "wait";
  const what = `${count} (${mass} CO₂e) ${wait} because there are not enough credits in stock.`;
  const next =
    scope === OPERATOR
      ? "Import credits: the screen names the projects that lack some."
      : "You need not do anything: they are fulfilled, oldest first, as soon as there are credits.";
  return {
    text: `${what} ${next}`,
    rows: [
      { label: "Orders", value: count },
      { label: "Amount", value: `${mass} CO₂e` },
      { label: "Oldest order", value: formatMoment(since) },
    ],
    line: { label: count, value: `${mass} CO₂e` },
    to: scope === OPERATOR ? "/waiting" : "/orders?state=placed",
  };
}

function sumOf(parts: readonly Waiting[]): Waiting {
  return {
    orders: parts.reduce((sum, { orders }) => sum + orders, 0),
    kg: parts.reduce((sum, { kg }) => sum + kg, 0),
    since: new Date(Math.min(...parts.map(({ since }) => since.getTime()))),
  };
}

/** One condition each for the installation, for accounts, and for subaccounts with members. */
export async function findOrdersWaiting(ctx: Context): Promise<Condition[]> {
  const rows = await findWaiting(ctx.db, { most: MAX_COUNTED });
  const parts = rows.map(({ kg, ...row }) => ({ ...row, kg: Number(kg) }));
  const conditionOf = (scope: string, subaccountId: string | null, of: Waiting): Condition => ({
    ...{ scope, subaccountId, subject: subaccountId ?? "" },
    describe: () => noticeOf(of, scope),
  });
  const accounts = [...Map.groupBy(parts, ({ accountId }) => accountId)].flatMap(([id, own]) => [
    conditionOf(id, null, sumOf(own)),
    ...own.flatMap((part) =>
      part.subaccountId === null ? [] : conditionOf(id, part.subaccountId, part),
    ),
  ]);
  if (parts.length === 0) return [];
  const everywhere: Condition = {
    ...conditionOf(OPERATOR, null, sumOf(parts)),
    async describe() {
      const totals = await getWaitingTotals(ctx, { mode: "live" });
      return noticeOf({ ...sumOf(parts), ...totals }, OPERATOR);
    },
  };
  return [everywhere, ...accounts];
}
