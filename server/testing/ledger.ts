// Raw SQL for a small ledger, and for valid and invalid changes to it.
import pg from "pg";

type Value = string | number | boolean | null;
type Row = Record<string, Value>;

const now = "2026-11-21T12:00:00Z";

function literal(value: Value): string {
  return typeof value === "string" ? pg.escapeLiteral(value) : String(value);
}

export function insert(table: string, row: Row): string {
  const columns = Object.keys(row).join(", ");
  return `INSERT INTO ${table} (${columns}) VALUES (${Object.values(row).map(literal).join(", ")})`;
}

/** Joins statements into one, for rows that must be written together. */
export function inOneStatement(...parts: string[]): string {
  const steps = parts.map((part, index) => `s${index} AS (${part} RETURNING 1)`);
  const done = parts.map((_part, index) => `(SELECT count(*) FROM s${index}) > 0`);
  return `WITH ${steps.join(", ")} SELECT 1 / (${done.join(" AND ")})::int AS all_done`;
}

let lots = 0;

export function lot(row: Row): string {
  lots += 1;
  return insert("credit_lots", {
    mode: "test",
    project_id: "prj",
    vintage_year: 2022,
    quantity_kg: 10_000,
    serial_number_range: `SERIAL-${row["id"]}`,
    created_at: now,
    registry: "verra",
    unit_kg: 1,
    root_lot_id: row["id"] ?? "",
    line_start_kg: 2 ** 52 + lots * 1_000_000,
    ...row,
  });
}

export function order(row: Row): string {
  const amountKg = Number(row["amount_kg"] ?? 5);
  return insert("orders", {
    account_id: "acc_test",
    mode: "test",
    portfolio_id: "pf",
    type: "generic",
    channel: "api",
    amount_kg: amountKg,
    pricing_unit: "tonne",
    price_per_tonne: 2000,
    price: amountKg * 2,
    currency: "usd",
    state: "placed",
    created_at: now,
    ...row,
  });
}

/** Kg of an order, taken from kg of a lot: [order start, order end, lot start]. */
type Part = readonly [orderStartKg: number, orderEndKg: number, lotStartKg: number];

export function retirement(orderId: string, part: Part, row: Row = {}): string {
  const [orderStartKg, orderEndKg, lotStartKg] = part;
  return insert("retirements", {
    account_id: "acc_test",
    order_id: orderId,
    order_amount_kg: 5,
    order_start_kg: orderStartKg,
    order_end_kg: orderEndKg,
    mode: "test",
    lot_id: "lot",
    lot_quantity_kg: 10_000,
    lot_start_kg: lotStartKg,
    lot_end_kg: lotStartKg + orderEndKg - orderStartKg,
    serial_number_range: "SERIAL",
    retired_at: now,
    ...row,
  });
}

export function toState(orderId: string, state: string): string {
  return `UPDATE orders SET state = '${state}',
    fulfilled_kg = ${state === "fulfilled" ? "amount_kg" : "NULL"},
    cancelled_order_id = ${state === "cancelled" ? "id" : "NULL"},
    settled_at = ${state === "placed" ? "NULL" : `'${now}'`}
    WHERE account_id = 'acc_test' AND id = '${orderId}'`;
}

/** Statements that fulfill an order; they are only valid in one transaction. */
export function fulfillment(orderId: string, parts: Part[], row: Row = {}): string[] {
  const retirements = parts.map((part) => retirement(orderId, part, row));
  return [toState(orderId, "fulfilled"), ...retirements];
}

export function fulfill(orderId: string, parts: Part[], row: Row = {}): string {
  return inOneStatement(...fulfillment(orderId, parts, row));
}

export function cancellation(orderId: string, row: Row = {}): string {
  return insert("order_cancellations", {
    account_id: "acc_test",
    order_id: orderId,
    mode: "test",
    order_amount_kg: 5,
    reason: "asked",
    created_at: now,
    ...row,
  });
}

export function cancel(orderId: string): string {
  return inOneStatement(toState(orderId, "cancelled"), cancellation(orderId));
}

export function portfolio(id: string, row: Row = {}): string {
  const copy = { name: "Portfolio", summary: "A portfolio", description: "A portfolio" };
  return insert("portfolios", { mode: "test", id, position: 1, ...copy, ...row });
}

export function allocation(
  portfolioId: string,
  categoryId: string,
  startMillionths: number,
  endMillionths: number,
  mode = "test",
): string {
  return insert("portfolio_allocations", {
    mode,
    portfolio_id: portfolioId,
    category_id: categoryId,
    start_millionths: startMillionths,
    end_millionths: endMillionths,
  });
}

export function session(row: Row): string {
  return insert("checkout_sessions", {
    account_id: "acc_test",
    mode: "test",
    portfolio_id: "pf",
    amount_kg: 5,
    pricing_unit: "tonne",
    price_per_tonne: 3000,
    price: 15,
    currency: "usd",
    success_url: "https://shop.example/thanks",
    cancel_url: "https://shop.example/basket",
    state: "open",
    created_at: now,
    expires_at: "2026-11-22T12:00:00Z",
    ...row,
  });
}

const POLLED_STATES = ["confirming", "requires_action", "processing", "refunding", "disputed"];
const WITH_MONEY = ["paid", "disputed", "refunding", "refunded", "charged_back"];

/** Payment of session `cs` in a state, with the columns that the state requires. */
export function payment(id: string, state: string, row: Row = {}): string {
  return insert("payments", {
    account_id: "acc_test",
    mode: "test",
    id,
    checkout_session_id: "cs",
    provider: "test",
    provider_payment_id: `tp_${id}`,
    state,
    amount: 15,
    currency: "usd",
    refunded: state === "refunded" ? 15 : 0,
    recent_since: now,
    next_poll_at: POLLED_STATES.includes(state) ? now : null,
    paid_at: WITH_MONEY.includes(state) ? now : null,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

export function job(id: string, row: Row = {}): string {
  return insert("jobs", {
    id,
    kind: "customer-mail",
    key: id,
    payload: "{}",
    run_at: now,
    created_at: now,
    ...row,
  });
}

/** A webhook notice from Stripe. */
export function notice(id: string, row: Row = {}): string {
  return insert("payment_notices", { provider: "stripe", id, type: "x", received_at: now, ...row });
}

/** A payment in the test provider's own records. */
export function testProviderPayment(id: string, state: string, row: Row = {}): string {
  return insert("test_provider_payments", {
    id,
    key: `key_${id}`,
    reference: "cs",
    amount: 15,
    currency: "usd",
    state,
    charges: state === "paid" ? 1 : 0,
    settles_at: state === "processing" ? now : null,
    settles_paid: state === "processing" ? true : null,
    created_at: now,
    ...row,
  });
}

function subaccount(accountId: string, mode: string, id: string): string {
  const row = { account_id: accountId, mode, id, name: "Sub", created_at: now };
  return insert("subaccounts", row);
}

function catalogueOf(mode: string): string[] {
  const text = { name: "A", description: "A" };
  const project = { type: "A", summary: "A", developer: "A", location_name: "A" };
  const registry = { registry_name: "A", registry_id: "A" };
  const lists = { un_sdg_goals: "{}", activity_types: "{}", third_party_labels: "{}" };
  const times = { credit_issuances: "[]", created_at: now, updated_at: now };
  const row = { mode, position: 1, ...text };
  const prices = { currency: "usd", api_price_per_tonne: 2000, checkout_price_per_tonne: 3000 };
  return [
    insert("projects", { id: "prj", ...row, ...project, ...registry, ...lists, ...times }),
    ...["cat_a", "cat_b"].flatMap((id) => [
      insert("project_categories", { id, ...row }),
      insert("category_prices", { mode, category_id: id, ...prices }),
    ]),
  ];
}

/** Kg 0 to 5 of the lot are retired for ord_fulfilled, in two retirements. */
export const ledger: readonly string[] = [
  insert("accounts", {
    id: "acc_live",
    mode: "live",
    currency: "usd",
    name: "A",
    slug: "a",
    created_at: now,
  }),
  insert("accounts", {
    id: "acc_test",
    mode: "test",
    currency: "usd",
    live_account_id: "acc_live",
    name: "A",
    slug: "a-test",
    created_at: now,
  }),
  ...catalogueOf("live"),
  ...catalogueOf("test"),
  portfolio("pf"),
  allocation("pf", "cat_a", 0, 1_000_000),
  portfolio("pf_live", { mode: "live" }),
  allocation("pf_live", "cat_a", 0, 1_000_000, "live"),
  subaccount("acc_test", "test", "sub"),
  subaccount("acc_test", "test", "sub_unused"),
  subaccount("acc_live", "live", "sub_live"),
  lot({ id: "lot", serial_block: "BLOCK", serial_first: 1, serial_last: 10 }),
  lot({ id: "lot_live", mode: "live" }),
  ...["ord_placed", "ord_fulfilled", "ord_cancelled"].map((id) => order({ id })),
  order({ id: "ord_of_sub", subaccount_id: "sub" }),
  fulfill("ord_fulfilled", [
    [0, 2, 0],
    [2, 5, 2],
  ]),
  "UPDATE credit_lots SET retired_kg = 5 WHERE id = 'lot'",
  cancel("ord_cancelled"),
  session({ id: "cs" }),
];
