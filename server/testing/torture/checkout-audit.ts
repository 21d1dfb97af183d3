// What must hold after the torture of the checkout, by SQL that shares nothing with the product's own.
import type { Statement } from "#core/db";
import { database } from "#core/db";
import { checkPayments } from "#domain/checkout";
import { cards } from "#testing/checkout";
import { systemContext } from "#testing/factories";
import type { CustomersTold } from "#testing/torture/checkout-customers";

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
  "orders of the checkout that are left": {
    name: "torture-left-orders",
    text: `SELECT id FROM orders WHERE channel = 'checkout' AND state = 'placed'`,
  },
  "sessions that were charged twice": {
    name: "torture-double-charges",
    text: `
      SELECT reference AS id FROM test_provider_payments
      GROUP BY reference HAVING sum(charges) > 1`,
  },
  "sessions whose money is not where it belongs: kept for a fulfilled order, else given back": {
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
  "payments that will be charged if somebody asks for it: their session is over": {
    name: "torture-open-payments",
    text: `
      SELECT p.id FROM payments p
      JOIN checkout_sessions s ON s.account_id = p.account_id AND s.id = p.checkout_session_id
      WHERE s.state <> 'open' AND p.state NOT IN ('paid', 'refunded', 'failed')`,
  },
};

const COUNT_RESTLESS: Statement = {
  name: "torture-count-restless",
  text: `
    SELECT (SELECT count(*) FROM payments WHERE ask_at IS NOT NULL)::int
         + (SELECT count(*) FROM orders WHERE channel = 'checkout' AND state = 'placed')::int
      AS left`,
};

const COUNT_ENDS: Statement = {
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
       WHERE action = 'checkout_session.completed' AND actor_type = 'system')::int AS healed`,
};

export interface Ends {
  sessions: number;
  charges: number;
  refunds: number;
  orders: number;
  fulfilled: number;
  expired: number;
  /** Sessions that were completed by a worker: whoever asked for the money could not any more. */
  healed: number;
}

/** Payments that are to be asked about, and orders of the checkout that wait for something. */
export async function countRestless(): Promise<number> {
  const [row] = await database().query<{ left: number }>(COUNT_RESTLESS, []);
  return row?.left ?? 0;
}

/** What came of it all. */
export async function countEnds(): Promise<Ends> {
  const [row] = await database().query<Ends>(COUNT_ENDS, []);
  if (!row) throw new Error("the database counts nothing");
  return row;
}

/** Everything that is wrong with sessions and payments, in words. */
export async function auditCheckout(): Promise<string[]> {
  const faults: string[] = [];
  for (const [words, statement] of Object.entries(FAULTS)) {
    const rows = await database().query<{ id: string }>(statement, []);
    const some = rows.slice(0, 3).map((row) => row.id);
    if (rows.length > 0) faults.push(`${rows.length} ${words}: ${some.join(", ")}`);
  }
  const { faults: found, books } = await checkPayments(systemContext());
  const unsettled = books.reduce((sum, one) => sum + one.unsettled, 0);
  if (unsettled > 0) faults.push(`${unsettled} charges are not settled`);
  return [...faults, ...found.map((fault) => `checkPayments: ${JSON.stringify(fault)}`)];
}

/** Holds what customers and integrators were told against the database. */
export async function compareTold(told: CustomersTold): Promise<string[]> {
  const { prisma } = database();
  const faults = [...told.faults];
  const sessions = new Map((await prisma.checkoutSession.findMany()).map((row) => [row.id, row]));
  const orders = new Map((await prisma.order.findMany()).map((row) => [row.id, row]));
  for (const [id, { view, orderId, wasPaid, plan }] of told.sessions) {
    const session = sessions.get(id);
    const order = orders.get(session?.orderId ?? "");
    const words = `${id} is ${session?.state} with ${order?.state} order ${order?.id}`;
    if (orderId !== null && order?.id !== orderId) faults.push(`${words}, told ${orderId}`);
    if (wasPaid && order?.state !== "fulfilled" && !told.cancelled.has(orderId ?? "")) {
      faults.push(`${words}, told that it is paid`);
    }
    if (view === "failed" && !plan.cards.includes(cards.failsLater)) {
      faults.push(`${words}, told that the payment failed`);
    }
    if ((session?.state === "expired") !== told.expired.has(id)) {
      faults.push(`${words}, ${told.expired.has(id) ? "" : "never "}told that it is expired`);
    }
  }
  for (const id of told.cancelled) {
    const state = orders.get(id)?.state;
    if (state !== "cancelled") faults.push(`order ${id} was answered as cancelled and is ${state}`);
  }
  return faults;
}
