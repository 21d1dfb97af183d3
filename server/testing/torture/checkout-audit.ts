// Checks that hold after torture of the checkout, in SQL that shares nothing with the product's
// own.
import { database, type Statement } from "#core/db";
import { cards } from "#testing/checkout";
import { listFaults } from "#testing/torture/audit";
import type { CustomerRecord } from "#testing/torture/checkout-customers";

const FAULTS: Record<string, Statement> = {
  "sessions that are neither complete nor expired": {
    name: "torture-lost-sessions",
    text: `SELECT id FROM checkout_sessions WHERE state NOT IN ('complete', 'expired')`,
  },
  "complete sessions without exactly one order, or others with one": {
    name: "torture-session-orders",
    text: `
      SELECT s.id FROM checkout_sessions s
      LEFT JOIN orders o ON o.checkout_session_id = s.id
      GROUP BY s.account_id, s.id
      HAVING count(o.id) <> CASE s.state WHEN 'complete' THEN 1 ELSE 0 END`,
  },
  "checkout orders that are still placed": {
    name: "torture-left-orders",
    text: `SELECT id FROM orders WHERE channel = 'checkout' AND state = 'placed'`,
  },
  "sessions that were charged twice": {
    name: "torture-double-charges",
    text: `
      SELECT reference AS id FROM test_provider_payments
      GROUP BY reference HAVING sum(charges) > 1`,
  },
  "sessions with wrong money: it must be kept for a fulfilled order, otherwise refunded": {
    name: "torture-kept-money",
    text: `
      SELECT s.id FROM checkout_sessions s
      LEFT JOIN orders o ON o.checkout_session_id = s.id
      LEFT JOIN (
        SELECT reference, sum(amount_usd_cents * charges - refunded_usd_cents) AS cents
        FROM test_provider_payments GROUP BY reference
      ) money ON money.reference = s.id
      WHERE coalesce(money.cents, 0)
        <> CASE WHEN o.state = 'fulfilled' THEN s.price_usd_cents ELSE 0 END`,
  },
  "payments that can still be charged though their session has ended": {
    name: "torture-open-payments",
    text: `
      SELECT p.id FROM payments p
      JOIN checkout_sessions s ON s.account_id = p.account_id AND s.id = p.checkout_session_id
      WHERE s.state <> 'open' AND p.state NOT IN ('paid', 'refunded', 'failed')`,
  },
};

const COUNT_UNSETTLED: Statement = {
  name: "torture-count-unsettled",
  text: `
    SELECT (SELECT count(*) FROM payments WHERE next_poll_at IS NOT NULL)::int
         + (SELECT count(*) FROM orders WHERE channel = 'checkout' AND state = 'placed')::int
      AS left`,
};

const COUNT_OUTCOMES: Statement = {
  name: "torture-count-ends",
  text: `
    SELECT
      (SELECT count(*) FROM checkout_sessions)::int AS sessions,
      (SELECT count(*) FROM test_provider_payments WHERE charges = 1)::int AS charges,
      (SELECT count(*) FROM test_provider_payments WHERE refunded_usd_cents > 0)::int AS refunds,
      (SELECT count(*) FROM orders WHERE channel = 'checkout')::int AS orders,
      (SELECT count(*) FROM orders WHERE channel = 'checkout' AND state = 'fulfilled')::int
        AS fulfilled,
      (SELECT count(*) FROM checkout_sessions WHERE state = 'expired')::int AS expired,
      (SELECT count(*) FROM audit_entries
       WHERE action = 'checkout_session.completed' AND actor_type = 'system')::int AS "completedByWorker"`,
};

export interface Outcomes {
  sessions: number;
  charges: number;
  refunds: number;
  orders: number;
  fulfilled: number;
  expired: number;
  /** Sessions completed by a worker because the server that charged was killed. */
  completedByWorker: number;
}

/** Counts payments to poll, and checkout orders that are not settled. */
export async function countUnsettled(): Promise<number> {
  const [row] = await database().query<{ left: number }>(COUNT_UNSETTLED, []);
  return row?.left ?? 0;
}

export async function countOutcomes(): Promise<Outcomes> {
  const [row] = await database().query<Outcomes>(COUNT_OUTCOMES, []);
  if (!row) throw new Error("the count returned no row");
  return row;
}

/** Lists everything that is wrong with sessions and payments, apart from `auditDatabase`. */
export function auditCheckout(): Promise<string[]> {
  return listFaults(FAULTS);
}

/** Compares the responses that customers and integrators got with the database. */
export async function compareCustomers(record: CustomerRecord): Promise<string[]> {
  const { prisma } = database();
  const faults = [...record.faults];
  const sessions = new Map((await prisma.checkoutSession.findMany()).map((row) => [row.id, row]));
  const orders = new Map((await prisma.order.findMany()).map((row) => [row.id, row]));
  for (const [id, { view, orderId, wasPaid, plan }] of record.sessions) {
    const session = sessions.get(id);
    const order = orders.get(session?.orderId ?? "");
    const problem = `${id} is ${session?.state} with ${order?.state} order ${order?.id}`;
    if (orderId !== null && order?.id !== orderId)
      faults.push(`${problem}, but the page showed ${orderId}`);
    if (wasPaid && order?.state !== "fulfilled" && !record.cancelled.has(orderId ?? "")) {
      faults.push(`${problem}, but the page showed it as paid`);
    }
    if (view === "failed" && !plan.cards.includes(cards.failsLater)) {
      faults.push(`${problem}, but the page showed a failed payment`);
    }
    if ((session?.state === "expired") !== record.expired.has(id)) {
      faults.push(
        `${problem}, but the API ${record.expired.has(id) ? "expired" : "never expired"} it`,
      );
    }
  }
  for (const id of record.cancelled) {
    const state = orders.get(id)?.state;
    if (state !== "cancelled") faults.push(`order ${id} was cancelled but is ${state}`);
  }
  return faults;
}
