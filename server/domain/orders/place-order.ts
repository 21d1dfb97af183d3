// Places drafted orders: one in the caller's transaction, or many in one statement.
import { sql } from "kysely";
import type { AccountContext, KeyClaim, SqlContext } from "#core/context";
import { database, type Sql } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { isForeignKeyViolation, sqlState } from "#core/db-errors";
import { conflict, KeyTaken, Problem } from "#core/errors";
import { makeGroups } from "#core/groups";
import { formatMoney } from "#core/money";
import { oncePerProcess } from "#core/once-per-process";
import { type CoreTables, type Params, queriesOn, snakeCase } from "#core/query";
import { recordAudit } from "#core/record-audit";
import { signalWork } from "#core/workers";
import { isCharged, isLimitedKey, spend } from "#domain/accounts";
import { type CheckoutTerms, checkoutOrderOf } from "./draft-order";
import type { Order, OrderDetail } from "./order";
import { placedColumns } from "./order";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & CoreTables>();

const givenColumns = [
  ...placedColumns.filter((column) => column !== "isOwn"),
  "awaitingPayment",
] as const;
const writtenColumns = [...givenColumns, "isOwn"] as const;

/** The beneficiary is missing, or has the name of the account or subaccount. */
const isOwn = sql<boolean>`(placed.is_own OR EXISTS (
  SELECT FROM accounts a LEFT JOIN subaccounts s
    ON s.account_id = a.id AND s.id = placed.subaccount_id
  WHERE a.id = placed.account_id
    AND lower(btrim(placed.beneficiary_name)) = lower(btrim(coalesce(s.name, a.name)))))`;

type NewOrder = Order & { awaitingPayment: boolean };

interface Placement {
  order: Order;
  /** Keeps the order out of matching until `releaseOrder`; by default false. */
  awaitingPayment?: boolean;
  /** The caller's claim of an idempotency key. */
  claim?: KeyClaim | undefined;
}

interface Rows {
  /** JSON lists, because a list in a list of PostgreSQL's has to be rectangular. */
  orders: string;
  claims: string;
  /** Ids of the orders without a claim. */
  unclaimed: string[];
}

interface ClaimRow {
  orderId: string;
  accountId: string;
  key: string;
  requestHash: string;
  status: number;
  headers: string;
  body: string;
  createdAt: Date;
}

const claimRows = (claims: Params<Rows>["claims"]) =>
  sql<ClaimRow>`json_to_recordset(${claims}::json)`.as<"given">(sql`given (
    order_id text, account_id text, key text, request_hash text, status int, headers jsonb,
    body text, created_at timestamptz)`);

// Keys and orders in one statement: both are committed, or neither. Of two orders with the same key,
// one is written. Keys in order, so that groups never deadlock.
const insert = query("orders-insert", (db, rows: Params<Rows>) =>
  db
    .with("claims", (qb) =>
      qb
        .selectFrom(claimRows(rows.claims))
        .selectAll()
        .distinctOn(["accountId", "key"])
        .orderBy("accountId")
        .orderBy("key"),
    )
    .with("claimed", (qb) =>
      qb
        .insertInto("idempotencyKeys")
        .columns(["accountId", "key", "requestHash", "status", "headers", "body", "createdAt"])
        .expression((from) =>
          from
            .selectFrom("claims")
            .select(["accountId", "key"])
            .select(sql<Buffer>`decode(request_hash, 'hex')`.as("requestHash"))
            .select(["status", "headers", "body", "createdAt"]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(["accountId", "key"]),
    )
    .insertInto("orders")
    .columns(writtenColumns)
    .expression((from) =>
      from
        .selectFrom(
          sql<NewOrder>`json_populate_recordset(null::orders, ${rows.orders}::json)`.as<"placed">(
            sql`placed`,
          ),
        )
        .select(givenColumns)
        .select(isOwn.as("isOwn"))
        .where((eb) =>
          eb.or([
            eb("placed.id", "=", sql<string>`any(${rows.unclaimed}::text[])`),
            eb("placed.id", "in", (claims) =>
              claims
                .selectFrom("claims")
                .innerJoin("claimed", (join) =>
                  join
                    .onRef("claimed.accountId", "=", "claims.accountId")
                    .onRef("claimed.key", "=", "claims.key"),
                )
                .select("claims.orderId"),
            ),
          ]),
        ),
    )
    .returning("id"),
);

const columnNames = writtenColumns.map((column) => [column, snakeCase(column)] as const);

function rowOf(order: NewOrder): Record<string, unknown> {
  return Object.fromEntries(columnNames.map(([column, name]) => [name, order[column]]));
}

function claimRowOf({ id, accountId, createdAt }: Order, { key, requestHash, response }: KeyClaim) {
  return {
    order_id: id,
    account_id: accountId,
    key,
    request_hash: requestHash.toString("hex"),
    ...response,
    created_at: createdAt,
  };
}

/** Returns the ids of the orders that were written: those whose claim succeeded, or without one. */
async function insertTogether(db: Sql, placements: Placement[]): Promise<ReadonlySet<string>> {
  const claims = placements.flatMap(({ order, claim }) =>
    claim ? [claimRowOf(order, claim)] : [],
  );
  const orders = placements.map(({ order, awaitingPayment = false }) =>
    rowOf({ ...order, awaitingPayment }),
  );
  const rows = await insert(db, {
    orders: JSON.stringify(orders),
    claims: JSON.stringify(claims),
    unclaimed: placements.flatMap(({ order, claim }) => (claim ? [] : [order.id])),
  });
  return new Set(rows.map(({ id }) => id));
}

/** Writes a new order. @throws KeyTaken */
async function insertOrder(db: Sql, placement: Placement): Promise<void> {
  const ids = await insertTogether(db, [placement]);
  if (!ids.has(placement.order.id)) throw new KeyTaken();
}

interface PlaceCheckoutOrder extends CheckoutTerms {
  /** Keeps the order out of matching until `releaseOrder`. */
  awaitingPayment: boolean;
}

/** Writes a session's only order. Returns its id. */
export async function placeCheckoutOrder(
  ctx: AccountContext,
  { awaitingPayment, ...terms }: PlaceCheckoutOrder,
): Promise<string> {
  const order = checkoutOrderOf(ctx, terms);
  await insertOrder(ctx.db, { order, awaitingPayment });
  return order.id;
}

type OrderContext = Omit<AccountContext, "db"> & Pick<SqlContext, "db">;

async function written(order: OrderDetail, writing: Promise<void>): Promise<OrderDetail> {
  try {
    await writing;
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new Problem("invalid-subaccount", { cause: error });
    throw error;
  }
  signalWork();
  return order;
}

/** True if placing is more than one statement, so that the caller has to open a transaction. */
export function needsTransaction(ctx: Pick<AccountContext, "account" | "actor">): boolean {
  return isCharged(ctx.account) || isLimitedKey(ctx);
}

/** Charges an order to the account, in the transaction that writes it. @throws payment-required */
export type ChargeOrder = (
  ctx: OrderContext,
  order: Pick<OrderDetail, "id" | "price">,
) => Promise<void>;

/**
 * Writes a drafted order, and the context's claim of an idempotency key in the same statement. Then
 * charges it to the account's balance and to the key's spending limit.
 * @throws invalid-subaccount if it was deleted since the draft; KeyTaken; payment-required;
 * spending-limit-exceeded
 */
export async function placeOrder(
  ctx: OrderContext,
  { order, charge }: { order: OrderDetail; charge: ChargeOrder },
): Promise<OrderDetail> {
  const placed = await written(order, insertOrder(ctx.db, { order, claim: ctx.claim }));
  // Last, because it locks the balance, which all orders of the account change.
  if (isCharged(ctx.account)) await charge(ctx, order);
  await spend(ctx, order);
  return placed;
}

/**
 * Places a draft that a person confirmed at a price, in a transaction that the caller opened. A
 * person's order is audited; the order of an API key is its own record.
 * @throws conflict if the price has changed since; and as placeOrder
 */
export async function placeConfirmedOrder(
  ctx: AccountContext,
  input: { order: OrderDetail; charge: ChargeOrder; confirmedPrice: number },
): Promise<OrderDetail> {
  const { order, charge, confirmedPrice } = input;
  const { id, amountKg, price, currency } = order;
  if (price !== confirmedPrice) {
    const current = formatMoney({ minor: price, currency }, "en-US");
    throw conflict("The price has changed", `It is ${current} now. Check it, then order again.`);
  }
  const placed = await placeOrder(ctx, { order, charge });
  const data = { amount_kg: amountKg, price, currency };
  await recordAudit(ctx, { action: "order.placed", subjectId: id, data });
  return placed;
}

/** SQLSTATE classes of errors that one row can cause for all. */
const CAUSED_BY_A_ROW = /^(22|23|40|55)/;

/** One statement, and so one commit. */
async function insertGroup(placements: Placement[]): Promise<PromiseSettledResult<void>[]> {
  const ids = await insertTogether(database(), placements);
  return placements.map(({ order }) =>
    ids.has(order.id)
      ? { status: "fulfilled", value: undefined }
      : { status: "rejected", reason: new KeyTaken() },
  );
}

async function insertPlacements(placements: Placement[]): Promise<PromiseSettledResult<void>[]> {
  const oneByOne = () =>
    Promise.allSettled(placements.map((placement) => insertOrder(database(), placement)));
  if (placements.length === 1) return oneByOne();
  try {
    return await withDatabaseUse("group", () => insertGroup(placements));
  } catch (error) {
    if (CAUSED_BY_A_ROW.test(sqlState(error) ?? "")) return oneByOne();
    throw error;
  }
}

const addToGroup = oncePerProcess("order-groups", () =>
  makeGroups<Placement, void>({ atOnce: 2, most: 256, run: insertPlacements }),
);

/**
 * Places a drafted order outside a transaction, in one statement with those that arrive while
 * earlier ones are written. Resolves after its commit. @throws invalid-subaccount; KeyTaken
 */
export function placeInGroup(
  { claim }: Pick<OrderContext, "claim">,
  order: OrderDetail,
): Promise<OrderDetail> {
  return written(order, addToGroup({ order, claim }));
}
