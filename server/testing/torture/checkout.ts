import { offerIn } from "#testing/billing";
import { makeAccount, makeStock } from "#testing/factories";
import {
  auditCheckout,
  compareCustomers,
  countOutcomes,
  countUnsettled,
  pollNow,
} from "#testing/torture/checkout-audit";
import {
  drawPlan,
  newCustomerRecord,
  openSession,
  type Plan,
  plainPlan,
  type Shop,
  visit,
} from "#testing/world/customers";
import { Installation, type InstallationSize } from "#testing/world/installation";
import { auditDatabase } from "#testing/world/judge";
import { afterCharge, inTransaction } from "#testing/world/killing";
import { inTurn, type Outcome, repeatUntil, runConcurrently, waitUntil } from "#testing/world/run";

export interface CheckoutSize extends InstallationSize {
  sessions: number;
  /** Number of concurrent customers. */
  clients: number;
  /** After the last kill, polls payments at once instead of after half a minute. */
  pollsAtOnce: boolean;
  /** Uses good cards only and never expires or cancels, so that each session is charged. */
  plain: boolean;
}

const AMPLE_TONNES = 100_000;
/** During the kills a customer leaves after this time, and returns at the end. */
const VISIT_TIMEOUT_MS = 2000;
const SETTLE_TIMEOUT_MS = 180_000;
const [paying, settled] = [inTransaction("paying"), inTransaction("settled")];
const moments = [
  { worker: paying, server: afterCharge },
  { server: afterCharge },
  { worker: paying, server: afterCharge },
  { worker: settled },
] as const;

type Visit = { shop: Shop; id: string; plan: Plan };

/** Runs all customers as they are admitted. Returns the customers who left early. */
async function sell(
  shops: readonly Shop[],
  till: Installation,
  { portfolioId, size }: { portfolioId: string; size: CheckoutSize },
): Promise<Visit[]> {
  const left: Visit[] = [];
  await runConcurrently(
    size.sessions,
    async (nth) => {
      await till.admit(nth);
      const plan = size.plain ? plainPlan() : drawPlan(nth);
      const shop = inTurn(shops, nth);
      const id = await openSession(shop, portfolioId);
      const isOver = await visit(shop, { id, plan, timeoutMs: VISIT_TIMEOUT_MS });
      if (!isOver) left.push({ shop, id, plan });
    },
    size.clients,
  );
  return left;
}

/** After the kills, lets customers return and waits until everything is settled. */
async function settle(left: Visit[], size: CheckoutSize): Promise<string[]> {
  let isOver = !size.pollsAtOnce;
  const polling = repeatUntil(
    () => isOver,
    () => 200,
    pollNow,
  );
  const ends = await Promise.all(
    left.map(({ shop, ...session }) => visit(shop, { ...session, timeoutMs: SETTLE_TIMEOUT_MS })),
  );
  const timeoutMs = SETTLE_TIMEOUT_MS;
  await waitUntil(async () => (await countUnsettled()) === 0, { timeoutMs, pauseMs: 100 });
  isOver = true;
  await polling;
  const lost = ends.filter((hasEnded) => !hasEnded).length;
  const unsettled = await countUnsettled();
  return [
    ...(lost > 0 ? [`${lost} customers never saw their session end`] : []),
    ...(unsettled > 0 ? [`${unsettled} payments or orders are not settled`] : []),
  ];
}

/**
 * Customers of two shops in different currencies pay with four clicks at once while servers and
 * workers are killed and connections are cut.
 */
export async function payingCustomers(size: CheckoutSize): Promise<Outcome> {
  const { portfolioId } = await makeStock({ tonnes: AMPLE_TONNES });
  await offerIn(portfolioId, ["eur"]);
  const keys = [(await makeAccount()).token, (await makeAccount("write", "test", "eur")).token];
  const till = await Installation.start(size);
  const { origin, send, counts } = till;
  const record = newCustomerRecord();
  const shops = keys.map((key) => ({ origin, send, key, record }));
  const cutting = till.cutConnections();
  const [left] = await Promise.all([
    sell(shops, till, { portfolioId, size }),
    till.killAll(size.sessions, (round) => moments[round % moments.length] ?? {}),
  ]);
  till.isOver = true;
  await cutting;
  const faults = await settle(left, size);
  faults.push(...(await till.stop()), ...(await compareCustomers(record)));
  faults.push(...(await auditCheckout()), ...(await auditDatabase()));
  const ends = await countOutcomes();
  const { sessions, charges, fulfilled, refunds, orders, expired } = ends;
  if (sessions !== size.sessions) faults.push(`there are ${sessions} sessions`);
  if (size.plain && (charges !== sessions || fulfilled !== sessions || refunds > 0)) {
    faults.push(
      `${sessions} sessions: ${charges} charges, ${refunds} refunds, ${fulfilled} orders`,
    );
  }
  const summary = [
    `${sessions} sessions paid by ${record.posts} forms (${record.lostPosts} without a response)`,
    `${charges} charges, ${refunds} refunded; ${orders} orders, ${fulfilled} fulfilled; ${expired} expired`,
    `${size.servers} servers killed ${counts.kills} times, ${counts.serverHits} of them after a charge`,
    `${size.workers} workers killed ${counts.kills} times, ${counts.workerHits} of them in a transaction`,
    `${counts.cuts} connections cut; ${ends.completedByWorker} sessions completed by a worker`,
  ].join("; ");
  return { summary, faults };
}
