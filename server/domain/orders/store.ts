// The orders' hand-written SQL, apart from matching.
import type { Claim, Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import { ClaimTaken } from "#core/errors";
import type { Cursor } from "#core/page";
import { beneficiaryColumns, toBeneficiary } from "./beneficiary-rules";
import type { Order, OrderDetail, OrderState } from "./rules";
import { addToTotals } from "./totals-store";

export interface OrderRow {
  account_id: string;
  mode: Mode;
  id: string;
  subaccount_id: string | null;
  portfolio_id: string;
  split_portfolio_id: string | null;
  type: Order["type"];
  ride_distance_km: number | null;
  channel: Order["channel"];
  checkout_session_id: string | null;
  amount_kg: number;
  price_per_kg_usd_cents: number;
  price_usd_cents: number;
  metadata: string | null;
  description: string | null;
  callback_url: string | null;
  beneficiary_name: string | null;
  beneficiary_message: string | null;
  beneficiary_url: string | null;
  state: OrderState;
  created_at: Date;
  settled_at: Date | null;
}

export const ORDER_COLUMNS = `account_id, mode, id, subaccount_id, portfolio_id, type, ride_distance_km, channel,
  checkout_session_id, amount_kg, price_per_kg_usd_cents, price_usd_cents, metadata, description,
  callback_url, beneficiary_name, beneficiary_message, beneficiary_url, state, created_at,
  settled_at, split_portfolio_id`;

const VALUES = `$1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::float8, $8::text,
  $9::text, $10::int, $11::int, $12::bigint, $13::text, $14::text, $15::text, $16::text, $17::text,
  $18::text, $19::text, $20::timestamptz, $21::timestamptz, $22::text`;

const INSERT: Statement = {
  name: "orders-insert",
  text: `INSERT INTO orders (${ORDER_COLUMNS}) VALUES (${VALUES})`,
};

// The key and its effect in one statement: both commit, or neither.
const INSERT_WITH_CLAIM: Statement = {
  name: "orders-insert-with-claim",
  text: `
    WITH claim AS (
      INSERT INTO idempotency_keys (account_id, key, request_hash, status, headers, body, created_at)
      VALUES ($1, $23, $24, $25, $26, $27, $20)
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    INSERT INTO orders (${ORDER_COLUMNS}) SELECT ${VALUES} FROM claim RETURNING 1`,
};

const INSERT_FOR_CHECKOUT: Statement = {
  name: "orders-insert-for-checkout",
  text: `INSERT INTO orders (${ORDER_COLUMNS}, awaiting_payment) VALUES (${VALUES}, $23)`,
};

const RELEASE: Statement = {
  name: "orders-release",
  text: `UPDATE orders SET awaiting_payment = false
         WHERE account_id = $1 AND id = $2 AND awaiting_payment AND state = 'placed' RETURNING id`,
};

// One statement, because the order's state and the cancellation's row prove each other.
const CANCEL: Statement = {
  name: "orders-cancel",
  text: `
    WITH cancelled AS (
      UPDATE orders SET state = 'cancelled', cancelled_order_id = id,
          settled_at = greatest(created_at, $3::timestamptz)
      WHERE account_id = $1 AND id = $2 AND state = 'placed'
      RETURNING account_id, id, mode, channel, amount_kg, price_usd_cents, created_at
    ), counted AS (
      ${addToTotals("cancelled", "cancelled")}
    )
    INSERT INTO order_cancellations
      (account_id, order_id, mode, order_amount_kg, reason, created_at)
    SELECT account_id, id, mode, amount_kg, $4::text, $3::timestamptz FROM cancelled
    RETURNING order_id`,
};

const FIND: Statement = {
  name: "orders-find",
  text: `SELECT ${ORDER_COLUMNS} FROM orders WHERE account_id = $1 AND id = $2`,
};

const FIND_BY_KEY: Statement = {
  name: "orders-find-by-key",
  text: `SELECT ${ORDER_COLUMNS} FROM orders
         JOIN unnest($1::text[], $2::text[]) AS wanted (of_account, of_order)
           ON account_id = of_account AND id = of_order`,
};

const FIND_PUBLIC: Statement = {
  name: "orders-find-public",
  text: `
    SELECT o.*, a.name AS account_name, s.name AS subaccount_name
    FROM (SELECT ${ORDER_COLUMNS} FROM orders WHERE id = $1) o
    JOIN accounts a ON a.id = o.account_id
    LEFT JOIN subaccounts s ON s.account_id = o.account_id AND s.id = o.subaccount_id`,
};

/** The order that a row holds. */
export function toOrder(row: OrderRow): Order {
  return {
    accountId: row.account_id,
    mode: row.mode,
    id: row.id,
    subaccountId: row.subaccount_id,
    portfolioId: row.portfolio_id,
    splitPortfolioId: row.split_portfolio_id,
    type: row.type,
    rideDistanceKm: row.ride_distance_km,
    channel: row.channel,
    checkoutSessionId: row.checkout_session_id,
    amountKg: row.amount_kg,
    pricePerKgCents: row.price_per_kg_usd_cents,
    priceCents: row.price_usd_cents,
    metadata: row.metadata,
    description: row.description,
    callbackUrl: row.callback_url,
    beneficiary: toBeneficiary({
      beneficiaryName: row.beneficiary_name,
      beneficiaryMessage: row.beneficiary_message,
      beneficiaryUrl: row.beneficiary_url,
    }),
    state: row.state,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  };
}

function valuesOf(order: Order): unknown[] {
  const beneficiary = beneficiaryColumns(order.beneficiary);
  return [
    order.accountId,
    order.mode,
    order.id,
    order.subaccountId,
    order.portfolioId,
    order.type,
    order.rideDistanceKm,
    order.channel,
    order.checkoutSessionId,
    order.amountKg,
    order.pricePerKgCents,
    order.priceCents,
    order.metadata,
    order.description,
    order.callbackUrl,
    beneficiary.beneficiaryName,
    beneficiary.beneficiaryMessage,
    beneficiary.beneficiaryUrl,
    order.state,
    order.createdAt,
    order.settledAt,
    order.splitPortfolioId,
  ];
}

/** Writes a new order, and with it the caller's claim if there is one. @throws ClaimTaken */
export async function insertOrder(sql: Sql, order: OrderDetail, claim?: Claim): Promise<void> {
  const values = valuesOf(order);
  if (!claim) {
    await sql.query(INSERT, values);
    return;
  }
  const { status, headers, body } = claim.answer(order);
  const kept = [claim.key, claim.requestHash, status, headers, body];
  const written = await sql.query(INSERT_WITH_CLAIM, [...values, ...kept]);
  if (written.length === 0) throw new ClaimTaken();
}

/** Writes the order of a checkout session, which may still wait for its money. */
export async function insertCheckoutOrder(
  sql: Sql,
  order: Order,
  awaitingPayment: boolean,
): Promise<void> {
  await sql.query(INSERT_FOR_CHECKOUT, [...valuesOf(order), awaitingPayment]);
}

/** Ends the order's waiting for its money. Returns whether it did. */
export async function release(sql: Sql, accountId: string, id: string): Promise<boolean> {
  return (await sql.query(RELEASE, [accountId, id])).length === 1;
}

interface Cancellation {
  accountId: string;
  id: string;
  now: Date;
  reason: string;
}

/** Cancels the order if it is placed; waits for a matching that holds it. Returns whether it did. */
export async function cancelPlaced(sql: Sql, wanted: Cancellation): Promise<boolean> {
  const values = [wanted.accountId, wanted.id, wanted.now, wanted.reason];
  return (await sql.query(CANCEL, values)).length === 1;
}

/** The account's order, or null. */
export async function findOrder(sql: Sql, accountId: string, id: string): Promise<Order | null> {
  const [row] = await sql.query<OrderRow>(FIND, [accountId, id]);
  return row ? toOrder(row) : null;
}

/** These orders, of any accounts, as far as they are there. */
export async function findOrdersByKey(
  sql: Sql,
  keys: readonly { accountId: string; orderId: string }[],
): Promise<Order[]> {
  const values = [keys.map(({ accountId }) => accountId), keys.map(({ orderId }) => orderId)];
  return (await sql.query<OrderRow>(FIND_BY_KEY, values)).map(toOrder);
}

/** Any account's order with the names that are public, or null. */
export async function findNamedOrder(
  sql: Sql,
  id: string,
): Promise<(Order & { accountName: string; subaccountName: string | null }) | null> {
  interface NamedRow extends OrderRow {
    account_name: string;
    subaccount_name: string | null;
  }
  const [row] = await sql.query<NamedRow>(FIND_PUBLIC, [id]);
  if (!row) return null;
  return { ...toOrder(row), accountName: row.account_name, subaccountName: row.subaccount_name };
}

interface Filter {
  accountId: string;
  subaccountId: string | null;
}

// Null, and so an empty page, where the account has no such order.
const CURSOR = "SELECT id FROM orders WHERE account_id = $1 AND id = $4";

function pageStatement(scoped: boolean, direction: Cursor["direction"] | "first"): Statement {
  const order = direction === "newer" ? "ASC" : "DESC";
  const conditions = ["account_id = $1", scoped ? "subaccount_id = $3" : "$3::text IS NULL"];
  if (direction === "first") conditions.push("$4::text IS NULL");
  else conditions.push(`id ${direction === "older" ? "<" : ">"} (${CURSOR})`);
  return {
    name: `orders-page-${direction}${scoped ? "-scoped" : ""}`,
    text: `SELECT ${ORDER_COLUMNS} FROM orders WHERE ${conditions.join(" AND ")}
           ORDER BY id ${order} LIMIT $2`,
  };
}

/** Up to `limit` orders beyond the cursor, walking away from it. */
export async function findOrders(
  sql: Sql,
  filter: Filter,
  cursor: Cursor | null,
  limit: number,
): Promise<Order[]> {
  const scoped = filter.subaccountId !== null;
  const statement = pageStatement(scoped, cursor?.direction ?? "first");
  const values = [filter.accountId, limit, filter.subaccountId, cursor?.id ?? null];
  return (await sql.query<OrderRow>(statement, values)).map(toOrder);
}
