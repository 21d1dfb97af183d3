// Writes drafted orders: one in the caller's transaction, or many in one statement.
import { sql } from "kysely";
import type { AccountContext, Claim, SqlContext } from "#core/context";
import { database, type Sql } from "#core/db";
import { isForeignKeyViolation, sqlState } from "#core/db-errors";
import { withDatabaseUse } from "#core/db-use";
import { ClaimTaken, Problem } from "#core/errors";
import { makeGroups } from "#core/groups";
import { oncePerProcess } from "#core/once-per-process";
import { type CoreTables, type Params, pick, pickAs, queriesOn, snakeCase } from "#core/query";
import { signalWork } from "#core/workers";
import { chargeOrder } from "#domain/balances";
import type { Order, OrderDetail } from "./rules";
import { orderColumns } from "./store";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & CoreTables>();

const insert = query("orders-insert", (db, order: Params<Order>) =>
  db.insertInto("orders").values(pick(order, orderColumns)),
);

type ClaimColumns = Pick<Claim, "key" | "requestHash"> & {
  status: number;
  headers: string;
  body: string;
};

// The key and the order in one statement: both are committed, or neither.
const insertWithClaim = query(
  "orders-insert-with-claim",
  (db, order: Params<Order & ClaimColumns>) =>
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

function claimColumns({ key, requestHash, response }: Claim): ClaimColumns {
  return { key, requestHash, ...response, headers: JSON.stringify(response.headers) };
}

/**
 * Writes a new order, with the caller's claim of an idempotency key if there is one.
 * @throws ClaimTaken
 */
async function insertOrder(db: Sql, order: OrderDetail, claim?: Claim): Promise<void> {
  if (!claim) {
    await insert(db, order);
    return;
  }
  const written = await insertWithClaim(db, { ...order, ...claimColumns(claim) });
  if (written.length === 0) throw new ClaimTaken();
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

/**
 * Writes a drafted order, and the context's claim of an idempotency key in the same statement.
 * @throws invalid-subaccount if it was deleted since the draft; ClaimTaken
 */
export function writeOrder(ctx: OrderContext, order: OrderDetail): Promise<OrderDetail> {
  return written(order, insertOrder(ctx.db, order, ctx.claim));
}

/**
 * Writes a drafted order of an account with a ledger, in a transaction that the caller opened.
 * @throws payment-required; and as writeOrder
 */
export async function writeChargedOrder(
  ctx: OrderContext,
  order: OrderDetail,
): Promise<OrderDetail> {
  const placed = await writeOrder(ctx, order);
  // Last, because it locks the balance, which all orders of the account change.
  await chargeOrder(ctx, order);
  return placed;
}

interface GroupRows {
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

const claimRows = (claims: Params<GroupRows>["claims"]) =>
  sql<ClaimRow>`json_to_recordset(${claims}::json)`.as<"given">(sql`given (
    order_id text, account_id text, key text, request_hash text, status int, headers jsonb,
    body text, created_at timestamptz)`);

// Of two orders with the same key, one is written. Keys in order, so that groups never deadlock.
const insertGroup = query("orders-insert-group", (db, group: Params<GroupRows>) =>
  db
    .with("claims", (qb) =>
      qb
        .selectFrom(claimRows(group.claims))
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
    .columns(orderColumns)
    .expression((from) =>
      from
        .selectFrom(
          sql<Order>`json_populate_recordset(null::orders, ${group.orders}::json)`.as<"placed">(
            sql`placed`,
          ),
        )
        .select(orderColumns)
        .where((eb) =>
          eb.or([
            eb("placed.id", "=", sql<string>`any(${group.unclaimed}::text[])`),
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

interface Placement {
  order: OrderDetail;
  claim: Claim | undefined;
}

const columnNames = orderColumns.map((column) => [column, snakeCase(column)] as const);

function rowOf(order: Order): Record<string, unknown> {
  return Object.fromEntries(columnNames.map(([column, name]) => [name, order[column]]));
}

function claimRowOf({ id, accountId, createdAt }: Order, { key, requestHash, response }: Claim) {
  return {
    order_id: id,
    account_id: accountId,
    key,
    request_hash: requestHash.toString("hex"),
    ...response,
    created_at: createdAt,
  };
}

/** SQLSTATE classes of errors that one row can cause for all. */
const CAUSED_BY_A_ROW = /^(22|23|40|55)/;

/** One statement, and so one commit. */
async function insertTogether(placements: Placement[]): Promise<PromiseSettledResult<void>[]> {
  const claims = placements.flatMap(({ order, claim }) =>
    claim ? [claimRowOf(order, claim)] : [],
  );
  const rows = await insertGroup(database(), {
    orders: JSON.stringify(placements.map(({ order }) => rowOf(order))),
    claims: JSON.stringify(claims),
    unclaimed: placements.flatMap(({ order, claim }) => (claim ? [] : [order.id])),
  });
  const ids = new Set(rows.map(({ id }) => id));
  return placements.map(({ order }) =>
    ids.has(order.id)
      ? { status: "fulfilled", value: undefined }
      : { status: "rejected", reason: new ClaimTaken() },
  );
}

async function insertPlacements(placements: Placement[]): Promise<PromiseSettledResult<void>[]> {
  const oneByOne = () =>
    Promise.allSettled(placements.map(({ order, claim }) => insertOrder(database(), order, claim)));
  if (placements.length === 1) return oneByOne();
  try {
    return await withDatabaseUse("group", () => insertTogether(placements));
  } catch (error) {
    if (CAUSED_BY_A_ROW.test(sqlState(error) ?? "")) return oneByOne();
    throw error;
  }
}

/** A benchmark sets others, see server/testing/bench/ungrouped.mjs. */
const groupLimits = oncePerProcess("order-group-limits", () => ({ atOnce: 2, most: 256 }));

const addToGroup = oncePerProcess("order-groups", () =>
  makeGroups<Placement, void>({ ...groupLimits, run: insertPlacements }),
);

/**
 * Writes a drafted order outside a transaction, in one statement with those that arrive while
 * earlier ones are written. Resolves after its commit. @throws as writeOrder
 */
export function writeOrderAlone(
  { claim }: Pick<OrderContext, "claim">,
  order: OrderDetail,
): Promise<OrderDetail> {
  return written(order, addToGroup({ order, claim }));
}
