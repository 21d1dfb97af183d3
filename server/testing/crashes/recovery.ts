// After a death: time passes, workers go on, and clients repeat what they got no answer to.
import { setTimeout as sleep } from "node:timers/promises";
import type { Statement } from "#core/db";
import { database } from "#core/db";
import { reconcilePayments } from "#domain/checkout";
import { runJobs } from "#jobs/run-jobs";
import type { Client } from "#testing/crashes/client";
import { type AnyFlow, asWorker } from "#testing/crashes/flow";
import { matchNow } from "#testing/crashes/order-flows";
import { deliverNow } from "#testing/crashes/outside-flows";
import type { World } from "#testing/crashes/world";

/** What waits for its time, or for the end of a dead worker's lease, has waited long enough. */
const PASS_TIME = [
  "UPDATE payments SET ask_at = now() - interval '1 s' WHERE ask_at IS NOT NULL",
  "UPDATE test_provider_payments SET settles_at = now() - interval '1 s' WHERE settles_at IS NOT NULL",
  "UPDATE deliveries SET next_attempt_at = now() - interval '1 s' WHERE next_attempt_at IS NOT NULL",
  "UPDATE jobs SET run_at = now() - interval '1 s' WHERE state = 'queued'",
  "DELETE FROM lane_pauses",
];

const PASS: Statement = {
  name: "crashes-pass-time",
  text: `WITH ${PASS_TIME.map((text, at) => `s${at} AS (${text})`).join(", ")} SELECT 1 AS passed`,
};

// An order that the stock does not suffice for has nothing to wait for until there is more.
const COUNT_UNDER_WAY: Statement = {
  name: "crashes-under-way",
  text: `
    SELECT (SELECT count(*) FROM payments
            WHERE state IN ('confirming', 'processing', 'refunding') OR (ask_at <= now() AND asked = 0)
              )::int AS payments,
           (SELECT count(*) FROM orders o JOIN catalogues c USING (mode)
            WHERE o.state = 'placed' AND NOT o.awaiting_payment
              AND o.tried_stock_version < c.stock_version)::int AS orders,
           (SELECT count(*) FROM deliveries WHERE state = 'pending')::int AS events,
           (SELECT count(*) FROM jobs WHERE state = 'queued')::int AS jobs`,
};

type UnderWay = Record<"payments" | "orders" | "events" | "jobs", number>;

async function countUnderWay(): Promise<UnderWay> {
  const [counts] = await database().query<UnderWay>(COUNT_UNDER_WAY, []);
  if (!counts) throw new Error("the database counts nothing");
  return counts;
}

/** "payments: 1": what is under way, where anything is. */
export async function findUnderWay(): Promise<string[]> {
  return Object.entries(await countUnderWay()).flatMap(([name, count]) =>
    count > 0 ? [`${name} still under way: ${count}`] : [],
  );
}

/** Each worker takes its turns where there is something to do. */
async function takeTurns(): Promise<void> {
  const turns: [keyof UnderWay, () => Promise<unknown>][] = [
    ["orders", matchNow],
    ["payments", () => asWorker((ctx) => reconcilePayments(ctx, { database: database() }))],
    ["orders", matchNow],
    ["events", deliverNow],
    ["jobs", () => asWorker((ctx) => runJobs(ctx))],
  ];
  let counts = await countUnderWay();
  for (const [name, turn] of turns) {
    if (counts[name] === 0) continue;
    await turn();
    counts = await countUnderWay();
  }
}

const MOST_ROUNDS = 8;
/** Before the second round, and twice as long before each next one: what a dead process had sent still runs. */
const FIRST_PAUSE_MS = 10;

/** One round of what a restarted process and its clients do. */
export async function recoverOnce(own: AnyFlow, facts: unknown, client: Client, world: World) {
  await own.run(facts, client, world);
  if (!own.ownDatabase) await takeTurns();
}

/** Rounds until nothing is under way; at least one, in which clients repeat themselves. */
export async function recover(own: AnyFlow, facts: unknown, client: Client, world: World) {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round > 0) await sleep(FIRST_PAUSE_MS * 2 ** round);
    if (!own.ownDatabase) await database().query(PASS, []);
    await recoverOnce(own, facts, client, world);
    if (own.ownDatabase) return;
    const isOver = (await own.isOver?.(facts, client)) ?? true;
    if (isOver && (await findUnderWay()).length === 0) return;
  }
}
