// The orders' SQL, apart from matching.
import { sql } from "kysely";
import type { AccountContext, Claim } from "#core/context";
import type { Sql } from "#core/db";
import { ClaimTaken } from "#core/errors";
import type { Cursor } from "#core/page";
import { type CoreTables, type Params, pick, pickAs, queriesOn, unnest } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import { addToTotals } from "./order-totals";
import type { Order, OrderDetail } from "./rules";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & CoreTables & AccountTables>();

/** What an order is made of; the other columns are matching's. */
export const orderColumns = [
  "accountId",
  "mode",
  "id",
  "subaccountId",
  "portfolioId",
  "splitPortfolioId",
  "type",
  "rideDistanceKm",
  "channel",
  "checkoutSessionId",
  "amountKg",
  "pricePerKgUsdCents",
  "priceUsdCents",
  "metadata",
  "description",
  "callbackUrl",
  "beneficiaryName",
  "beneficiaryMessage",
  "beneficiaryUrl",
  "state",
  "createdAt",
  "settledAt",
] as const satisfies readonly (keyof OrderTables["orders"])[];

const insert = query("orders-insert", (db, order: Params<Order>) =>
  db.insertInto("orders").values(pick(order, orderColumns)),
);

const insertForCheckout = query(
  "orders-insert-for-checkout",
  (db, order: Params<Order & { awaitingPayment: boolean }>) =>
    db.insertInto("orders").values(pick(order, [...orderColumns, "awaitingPayment"])),
);

type KeptClaim = Pick<Claim, "key" | "requestHash"> & {
  status: number;
  headers: string;
  body: string;
};

// The key and its effect in one statement: both commit, or neither.
const insertWithClaim = query("orders-insert-with-claim", (db, order: Params<Order & KeptClaim>) =>
  db
    .with("claim", (qb) =>
      qb
        .insertInto("idempotencyKeys")
        .values({
          ...pick(order, ["accountId", "key", "requestHash", "status", "headers", "body"]),
          createdAt: order.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning("key"),
    )
    .insertInto("orders")
    .columns(orderColumns)
    .expression((from) => from.selectFrom("claim").select(pickAs(order, orderColumns)))
    .returning("id"),
);

const endPaymentWait = query(
  "orders-release",
  (db, order: Params<{ accountId: string; id: string }>) =>
    db
      .updateTable("orders")
      .set({ awaitingPayment: false })
      .where("accountId", "=", order.accountId)
      .where("id", "=", order.id)
      .where("awaitingPayment", "=", true)
      .where("state", "=", "placed")
      .returning("id"),
);

interface Cancellation {
  accountId: string;
  id: string;
  now: Date;
  reason: string;
}

// One statement, because the order's state and the cancellation's row prove each other.
const cancel = query("orders-cancel", (db, order: Params<Cancellation>) =>
  db
    .with("ended", (qb) =>
      qb
        .updateTable("orders")
        .set((eb) => ({
          state: "cancelled" as const,
          cancelledOrderId: eb.ref("id"),
          settledAt: sql<Date>`greatest(created_at, ${order.now}::timestamptz)`,
        }))
        .where("accountId", "=", order.accountId)
        .where("id", "=", order.id)
        .where("state", "=", "placed")
        .returning([
          "accountId",
          "id",
          "mode",
          "channel",
          "amountKg",
          "priceUsdCents",
          "createdAt",
        ]),
    )
    .with("counted", (qb) => addToTotals(qb, "cancelled"))
    .insertInto("orderCancellations")
    .columns(["accountId", "orderId", "mode", "orderAmountKg", "reason", "createdAt"])
    .expression((from) =>
      from
        .selectFrom("ended")
        .select(["accountId", "id", "mode", "amountKg"])
        .select([order.reason.as("reason"), order.now.as("now")]),
    )
    .returning("orderId"),
);

const find = query("orders-find", (db, order: Params<{ accountId: string; id: string }>) =>
  db
    .selectFrom("orders")
    .select(orderColumns)
    .where("accountId", "=", order.accountId)
    .where("id", "=", order.id),
);

const findByKey = query(
  "orders-find-by-key",
  (db, { keys }: Params<{ keys: readonly { accountId: string; orderId: string }[] }>) =>
    db
      .selectFrom("orders")
      .innerJoin(unnest("asked", keys, { accountId: "text", orderId: "text" }), (join) =>
        join
          .onRef("orders.accountId", "=", "asked.accountId")
          .onRef("orders.id", "=", "asked.orderId"),
      )
      .select(orderColumns.map((column) => `orders.${column}` as const)),
);

const findPublic = query("orders-find-public", (db, order: Params<{ id: string }>) =>
  db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.accountId")
    .leftJoin("subaccounts as s", (join) =>
      join.onRef("s.accountId", "=", "o.accountId").onRef("s.id", "=", "o.subaccountId"),
    )
    .select(orderColumns.map((column) => `o.${column}` as const))
    .select(["a.name as accountName", "s.name as subaccountName"])
    .where("o.id", "=", order.id),
);

/** Writes a new order, and with it the caller's claim if there is one. @throws ClaimTaken */
export async function insertOrder(db: Sql, order: OrderDetail, claim?: Claim): Promise<void> {
  if (!claim) {
    await insert(db, order);
    return;
  }
  const { key, requestHash, answer } = claim;
  const kept = { key, requestHash, ...answer, headers: JSON.stringify(answer.headers) };
  const written = await insertWithClaim(db, { ...order, ...kept });
  if (written.length === 0) throw new ClaimTaken();
}

/** Writes the order of a checkout session, which may still wait for its money. */
export async function insertCheckoutOrder(
  db: Sql,
  order: Order,
  awaitingPayment: boolean,
): Promise<void> {
  await insertForCheckout(db, { ...order, awaitingPayment });
}

/** Puts a paid order into the queue of matching. Returns false where it did not wait for money. */
export async function releaseOrder(ctx: AccountContext, { id }: { id: string }): Promise<boolean> {
  return (await endPaymentWait(ctx.db, { accountId: ctx.account.id, id })).length === 1;
}

/** Cancels the order if it is placed; waits for a matching that holds it. Returns whether it did. */
export async function cancelPlaced(db: Sql, cancellation: Cancellation): Promise<boolean> {
  return (await cancel(db, cancellation)).length === 1;
}

/** The account's order, or null. */
export async function findOrder(db: Sql, accountId: string, id: string): Promise<Order | null> {
  const [order] = await find(db, { accountId, id });
  return order ?? null;
}

/** These orders, of any accounts, as far as they are there. */
export async function findOrdersByKey(
  db: Sql,
  keys: readonly { accountId: string; orderId: string }[],
): Promise<Order[]> {
  return findByKey(db, { keys });
}

/** Any account's order with the names that are public, or null. */
export async function findNamedOrder(
  db: Sql,
  id: string,
): Promise<(Order & { accountName: string; subaccountName: string | null }) | null> {
  const [order] = await findPublic(db, { id });
  return order ?? null;
}

interface Filter {
  accountId: string;
  subaccountId: string | null;
}

type Page = { accountId: string; limit: number; subaccountId: string; cursor: string };

function pageQuery(isScoped: boolean, direction: Cursor["direction"] | "first") {
  return query(`orders-page-${direction}${isScoped ? "-scoped" : ""}`, (db, page: Params<Page>) => {
    let orders = db.selectFrom("orders").select(orderColumns);
    orders = orders.where("accountId", "=", page.accountId);
    if (isScoped) orders = orders.where("subaccountId", "=", page.subaccountId);
    if (direction !== "first") {
      // Null, and so an empty page, where the account has no such order.
      orders = orders.where("id", direction === "older" ? "<" : ">", (eb) =>
        eb
          .selectFrom("orders")
          .select("id")
          .where("accountId", "=", page.accountId)
          .where("id", "=", page.cursor),
      );
    }
    return orders.orderBy("id", direction === "newer" ? "asc" : "desc").limit(page.limit);
  });
}

const pages = {
  all: {
    first: pageQuery(false, "first"),
    older: pageQuery(false, "older"),
    newer: pageQuery(false, "newer"),
  },
  scoped: {
    first: pageQuery(true, "first"),
    older: pageQuery(true, "older"),
    newer: pageQuery(true, "newer"),
  },
};

/** Up to `limit` orders beyond the cursor, walking away from it. */
export async function findOrders(
  db: Sql,
  { accountId, subaccountId }: Filter,
  cursor: Cursor | null,
  limit: number,
): Promise<Order[]> {
  const page = pages[subaccountId === null ? "all" : "scoped"][cursor?.direction ?? "first"];
  return page(db, {
    accountId,
    limit,
    subaccountId: subaccountId ?? "",
    cursor: cursor?.id ?? "",
  });
}
