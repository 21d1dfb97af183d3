// Rows that a kill leaves in the database: counts per table and distinguishing columns.
import { setTimeout as sleep } from "node:timers/promises";
import { select } from "#testing/world/sql";

const tables: Record<string, string> = {
  orders: "state, awaiting_payment, refunded > 0",
  retirements: "mode",
  events: "type",
  deliveries: "state, attempts",
  delivery_attempts: "attempt",
  checkout_sessions: "state, paying",
  payments: "state, attempts, provider_payment_id IS NULL",
  payment_notices: "type",
  payment_disputes: "kind, state, closed_at IS NULL",
  refunds: "kind, state, provider_refund_id IS NULL, settled_at IS NULL",
  test_provider_payments: "state, charges",
  jobs: "kind, state, attempts, payload ->> 'step', runner IS NULL",
  job_files: "position",
  stock_holds: "kind, state, is_freed, expires_at IS NULL, order_id IS NULL",
  stock_hold_parts: "is_held",
  account_balances: "balance, last_seq",
  account_ledger: "kind",
  document_counters: "kind, last_sequence",
  invoices: "kind",
  invoice_lines: "kind",
  credit_lots: "mode",
  projects: "mode",
  idempotency_keys: "status",
  audit_entries: "action",
  webhook_secrets: "expires_at IS NULL",
  signing_keys: "retired_at IS NULL",
};

/** Time for statements sent before the kill to finish. */
const SETTLE_MS = 300;

/** Row counts by kind, in a fixed order. */
export async function findRemainingRows(): Promise<string[]> {
  await sleep(SETTLE_MS);
  const selects = Object.entries(tables).map(
    ([table, columns]) =>
      `SELECT concat_ws(' ', '${table}', ${columns}, count(*)) AS line FROM ${table} GROUP BY ${columns}`,
  );
  const rows = await select<{ line: string }>(`${selects.join(" UNION ALL ")} ORDER BY line`);
  return rows.map(({ line }) => line);
}
