// Checks that hold after torture of the checkout, in SQL that shares nothing with the product's
// own.
import { database } from "#core/db";
import { cards } from "#testing/checkout";
import type { CustomerRecord } from "#testing/world/customers";
import { type Faults, listFaults } from "#testing/world/judge";
import { select, selectCount, selectOne } from "#testing/world/sql";

const FAULTS: Faults = {
  "sessions that are neither complete nor expired": `
    SELECT id FROM checkout_sessions WHERE state NOT IN ('complete', 'expired')`,
  "complete sessions without exactly one order, or others with one": `
    SELECT s.id FROM checkout_sessions s
    LEFT JOIN orders o ON o.checkout_session_id = s.id
    GROUP BY s.account_id, s.id
    HAVING count(o.id) <> CASE s.state WHEN 'complete' THEN 1 ELSE 0 END`,
  "checkout orders that are still placed": `
    SELECT id FROM orders WHERE channel = 'checkout' AND state = 'placed'`,
  "sessions that were charged twice": `
    SELECT reference AS id FROM test_provider_payments
    GROUP BY reference HAVING sum(charges) > 1`,
  "sessions with wrong money: it must be kept for a fulfilled order, otherwise refunded": `
    SELECT s.id FROM checkout_sessions s
    LEFT JOIN orders o ON o.checkout_session_id = s.id
    LEFT JOIN (
      SELECT reference, sum(amount * charges - refunded) AS amount
      FROM test_provider_payments GROUP BY reference
    ) money ON money.reference = s.id
    WHERE coalesce(money.amount, 0)
      <> CASE WHEN o.state = 'fulfilled' THEN s.price ELSE 0 END`,
  "payments that can still be charged though their session has ended": `
    SELECT p.id FROM payments p
    JOIN checkout_sessions s ON s.account_id = p.account_id AND s.id = p.checkout_session_id
    WHERE s.state <> 'open' AND p.state NOT IN ('paid', 'refunded', 'failed')`,
};

/** Counts payments to poll, and checkout orders that are not settled. */
export const countUnsettled = () =>
  selectCount(`
    SELECT (SELECT count(*) FROM payments WHERE next_poll_at IS NOT NULL)::int
         + (SELECT count(*) FROM orders WHERE channel = 'checkout' AND state = 'placed')::int
      AS count`);

/** Makes payments due; after the last kill no attempt older than this is still in progress. */
export const pollNow = () =>
  select(`
    UPDATE payments SET next_poll_at = now()
    WHERE next_poll_at > now() AND updated_at < now() - interval '2 seconds' RETURNING id`);

interface Outcomes {
  sessions: number;
  charges: number;
  refunds: number;
  orders: number;
  fulfilled: number;
  expired: number;
  /** Sessions completed by a worker because the server that charged was killed. */
  completedByWorker: number;
}

export const countOutcomes = () =>
  selectOne<Outcomes>(`
    SELECT
      (SELECT count(*) FROM checkout_sessions)::int AS sessions,
      (SELECT count(*) FROM test_provider_payments WHERE charges = 1)::int AS charges,
      (SELECT count(*) FROM test_provider_payments WHERE refunded > 0)::int AS refunds,
      (SELECT count(*) FROM orders WHERE channel = 'checkout')::int AS orders,
      (SELECT count(*) FROM orders WHERE channel = 'checkout' AND state = 'fulfilled')::int
        AS fulfilled,
      (SELECT count(*) FROM checkout_sessions WHERE state = 'expired')::int AS expired,
      (SELECT count(*) FROM audit_entries
       WHERE action = 'checkout_session.completed' AND actor_type = 'system')::int AS "completedByWorker"`);

/** Lists everything that is wrong with sessions and payments, apart from `auditDatabase`. */
export const auditCheckout = () => listFaults(FAULTS);

/** Compares the responses that customers and integrators got with the database. */
export async function compareCustomers(record: CustomerRecord): Promise<string[]> {
  const { prisma } = database();
  const faults = [...record.faults];
  const sessions = new Map((await prisma.checkoutSession.findMany()).map((row) => [row.id, row]));
  const orders = new Map((await prisma.order.findMany()).map((row) => [row.id, row]));
  for (const [id, { view, orderId, wasPaid, plan }] of record.sessions) {
    const session = sessions.get(id);
    const order = orders.get(session?.orderId ?? "");
    const wasExpired = record.expired.has(id);
    const isCancelled = record.cancelled.has(orderId ?? "");
    const problems = {
      [`the page showed ${orderId}`]: orderId !== null && order?.id !== orderId,
      "the page showed it as paid": wasPaid && order?.state !== "fulfilled" && !isCancelled,
      "the page showed a failed payment":
        view === "failed" && !plan.cards.includes(cards.failsLater),
      [`the API ${wasExpired ? "expired" : "never expired"} it`]:
        (session?.state === "expired") !== wasExpired,
    };
    for (const [problem, isFault] of Object.entries(problems)) {
      if (isFault)
        faults.push(`${id} is ${session?.state} with ${order?.state} ${order?.id}, but ${problem}`);
    }
  }
  for (const id of record.cancelled) {
    const state = orders.get(id)?.state;
    if (state !== "cancelled") faults.push(`order ${id} was cancelled but is ${state}`);
  }
  return faults;
}
