// Recovery after a kill: time passes, workers continue, and clients repeat requests without a
// response.
import { setTimeout as sleep } from "node:timers/promises";
import { database, type Statement } from "#core/db";
import { reconcilePayments } from "#domain/checkout";
import { runJobs } from "#jobs/run-jobs";
import type { Client } from "#testing/crashes/client";
import { type AnyFlow, runAsWorker } from "#testing/crashes/flow";
import { matchNow } from "#testing/crashes/order-flows";
import { deliverNow } from "#testing/crashes/outside-flows";
import type { World } from "#testing/crashes/world";
import { auditDatabase } from "#testing/torture/audit";

/** Makes everything that waits due now, including leases of killed workers. */
const PASS_TIME = [
  "UPDATE payments SET next_poll_at = now() - interval '1 s' WHERE next_poll_at IS NOT NULL",
  "UPDATE test_provider_payments SET settles_at = now() - interval '1 s' WHERE settles_at IS NOT NULL",
  "UPDATE deliveries SET next_attempt_at = now() - interval '1 s' WHERE next_attempt_at IS NOT NULL",
  "UPDATE jobs SET run_at = now() - interval '1 s' WHERE state = 'queued'",
  "DELETE FROM lane_pauses",
];

const PASS: Statement = {
  name: "crashes-pass-time",
  text: `WITH ${PASS_TIME.map((text, at) => `s${at} AS (${text})`).join(", ")} SELECT 1 AS passed`,
};

// An order without enough stock does not count: it waits for new stock. A refund waits for the end of
// a dispute, and the certificate's mail for a disputed payment.
const COUNT_UNDER_WAY: Statement = {
  name: "crashes-under-way",
  text: `
    SELECT (SELECT count(*) FROM payments
            WHERE state IN ('confirming', 'processing') OR (next_poll_at <= now() AND polls = 0)
              OR refunding_usd_cents > 0 AND NOT EXISTS (
                SELECT FROM payment_disputes d WHERE d.account_id = payments.account_id
                  AND d.payment_id = payments.id AND d.kind = 'dispute' AND d.state = 'open')
              )::int AS payments,
           (SELECT count(*) FROM orders o JOIN catalogues c USING (mode)
            WHERE o.state = 'placed' AND NOT o.awaiting_payment
              AND o.tried_stock_version < c.stock_version)::int AS orders,
           (SELECT count(*) FROM deliveries WHERE state = 'pending')::int AS events,
           (SELECT count(*) FROM jobs j WHERE state = 'queued' AND NOT EXISTS (
              SELECT FROM orders o WHERE o.account_id = j.account_id
                AND o.checkout_session_id = j.subject_id AND o.state = 'placed'
                AND o.awaiting_payment))::int AS jobs`,
};

type UnderWay = Record<"payments" | "orders" | "events" | "jobs", number>;

async function countUnderWay(): Promise<UnderWay> {
  const [counts] = await database().query<UnderWay>(COUNT_UNDER_WAY, []);
  if (!counts) throw new Error("the count returned no row");
  return counts;
}

/** Entries such as "payments still under way: 1". */
async function findUnderWay(): Promise<string[]> {
  return Object.entries(await countUnderWay()).flatMap(([name, count]) =>
    count > 0 ? [`${name} still under way: ${count}`] : [],
  );
}

/** Runs each kind of worker that has something to do. */
async function takeTurns(): Promise<void> {
  const turns: [keyof UnderWay, () => Promise<unknown>][] = [
    ["orders", matchNow],
    ["payments", () => runAsWorker((ctx) => reconcilePayments(ctx, { database: database() }))],
    ["orders", matchNow],
    ["events", deliverNow],
    ["jobs", () => runAsWorker((ctx) => runJobs(ctx))],
  ];
  let counts = await countUnderWay();
  for (const [name, turn] of turns) {
    if (counts[name] === 0) continue;
    await turn();
    counts = await countUnderWay();
  }
}

const MAX_ROUNDS = 8;
/**
 * Pause before the second round, doubled before each next one: statements of a killed process may
 * still run.
 */
const FIRST_PAUSE_MS = 10;

/** One round of a restarted process and its clients. */
export async function recoverOnce(flow: AnyFlow, facts: unknown, client: Client, world: World) {
  await flow.run(facts, client, world);
  if (!flow.ownDatabase) await takeTurns();
}

/** Runs rounds until nothing is under way; in the first one, clients repeat their requests. */
export async function recover(flow: AnyFlow, facts: unknown, client: Client, world: World) {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round > 0) await sleep(FIRST_PAUSE_MS * 2 ** round);
    if (!flow.ownDatabase) await database().query(PASS, []);
    await recoverOnce(flow, facts, client, world);
    if (flow.ownDatabase) return;
    const isOver = (await flow.isOver?.(facts, client)) ?? true;
    if (isOver && (await findUnderWay()).length === 0) return;
  }
}

/** Lists everything that is wrong in the whole database once nothing is under way. */
export async function audit(): Promise<string[]> {
  return [...(await findUnderWay()), ...(await auditDatabase())];
}

/** Lists everything that is wrong with a run after its recovery. */
export async function judge(
  flow: AnyFlow,
  facts: unknown,
  client: Client,
  world: World,
): Promise<string[]> {
  const faults = [...client.faults, ...(await flow.judge(facts, client, world))];
  return flow.ownDatabase ? faults : [...faults, ...(await findUnderWay())];
}
