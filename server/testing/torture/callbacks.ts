import { database } from "#core/db";
import { ensureWebhookSecrets } from "#domain/events";
import { getPolicy, setPolicy } from "#domain/evidence";
import { startWorker } from "#jobs/worker";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { auditCallbacks, countEvents, dropPlanted } from "#testing/torture/callbacks-audit";
import { openReceivers, type Receivers, SECOND } from "#testing/torture/callbacks-receivers";
import { MODE } from "#testing/world/catalogue";
import { newClientRecord, postOnce, type Send } from "#testing/world/clients";
import { Installation } from "#testing/world/installation";
import { auditDatabase } from "#testing/world/judge";
import { beforeRecording } from "#testing/world/killing";
import {
  awaitZero,
  formatCounts,
  type Outcome,
  repeatUntil,
  runConcurrently,
  waitUntil,
} from "#testing/world/run";
import { select, selectIds } from "#testing/world/sql";

export interface CallbacksSize {
  orders: number;
  workers: number;
  /** Number of hosts. */
  receivers: number;
  /** Longest failure; a receiver then works for up to twice as long. */
  failureMs: number;
  kills: number;
  /** Number of database connections to cut. */
  cuts: number;
  folder: string;
}

interface Stage {
  till: Installation;
  receivers: Receivers;
  size: CallbacksSize;
}

const ACCOUNTS = 4;
const AMPLE_TONNES = 1_000_000;
const KILL_TIMEOUT_MS = 10_000;
const EVENTS_PER_ORDER = 2;
const LEASE_TRIES = 10;

// Compresses the days of the retry schedule to seconds and never lets it end. Only deliveries whose
// last attempt is recorded are waiting; the others are leased, perhaps by a dead worker.
const RETRY_NOW = `
  UPDATE deliveries d SET next_attempt_at = now(), failed_attempts = 1
  WHERE state = 'pending' AND next_attempt_at > now() AND EXISTS (
    SELECT FROM delivery_attempts a
    WHERE a.account_id = d.account_id AND a.event_id = d.event_id AND a.receiver = d.receiver
      AND a.attempt = d.attempts
  )`;

// Gives each order a second event, due with the first; by itself it has one.
const ADD_SECOND_EVENT = `
  WITH planted AS (
    INSERT INTO events (account_id, id, subject_type, subject_id, sequence, type, created_at)
    SELECT account_id, id || '${SECOND}', subject_type, subject_id, 2, type, created_at
    FROM events WHERE sequence = 1
    ON CONFLICT DO NOTHING
    RETURNING account_id, id, subject_id, created_at
  )
  INSERT INTO deliveries (account_id, event_id, receiver, callback_url, sequence, state,
                          next_attempt_at)
  SELECT p.account_id, p.id, 'callback', o.callback_url, 2, 'pending', p.created_at
  FROM planted p JOIN orders o ON o.account_id = p.account_id AND o.id = p.subject_id`;

// Once no worker runs, all leases belong to dead ones.
const END_LEASES = "UPDATE deliveries SET next_attempt_at = now() WHERE state = 'pending'";

const UNRECORDED = `
  SELECT event_id AS id FROM deliveries WHERE state = 'pending' AND event_id = ANY ($1::text[])`;

/** Events that a receiver accepted but that the database has as pending. */
function listUnrecorded({ receivers }: Stage): Promise<string[]> {
  // Recently accepted events are near the end of the journal.
  const accepted = [...receivers.journal.events].filter(([, received]) => received.accepted > 0);
  return selectIds(UNRECORDED, [accepted.slice(-2000).map(([id]) => id)]);
}

/** Kills workers as events arrive, mostly between a response and its recording. */
function killWorkers(stage: Stage): Promise<void> {
  const { till, receivers, size } = stage;
  const expected = size.orders * EVENTS_PER_ORDER;
  const worker = beforeRecording(() => listUnrecorded(stage));
  return till.killAll(0, async (round) => {
    const threshold = (expected * 0.8 * round) / size.kills;
    const how = { timeoutMs: KILL_TIMEOUT_MS, pauseMs: 5 };
    await waitUntil(() => receivers.journal.accepted >= threshold, how);
    return round % 4 === 3 ? {} : { worker };
  });
}

async function placeOrders(send: Send, keys: string[], stage: Stage): Promise<string[]> {
  const { portfolioId } = await makeStock({ tonnes: AMPLE_TONNES });
  // A registry's record would change the order between two attempts, and so the body.
  await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    const policy = await getPolicy(ctx, { mode: MODE, registry: "test-registry" });
    await setPolicy(ctx, { ...policy, adapter: "manual" });
  });
  const record = newClientRecord();
  const statuses = await runConcurrently(
    stage.size.orders,
    async (nth) => {
      const account = nth % ACCOUNTS;
      const config = { url: stage.receivers.url(account) };
      const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: config };
      const key = keys[account] ?? "";
      return (await postOnce(send, record, { path: "/orders", key, body })).status;
    },
    32,
  );
  const refused = statuses.filter((status) => status !== 201).length;
  return refused > 0 ? [`${refused} orders were refused`] : [];
}

/** Makes leased events due; a dead worker's last statement may still lock some. */
async function endLeases(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await select(END_LEASES);
      return;
    } catch (error) {
      if (tries === LEASE_TRIES) throw error;
    }
  }
}

/** Waits until live workers have delivered all events that no dead worker has leased. */
async function settle({ till, receivers, size }: Stage): Promise<string[]> {
  const countMissing = async () => {
    const { placed, events } = await countEvents();
    return placed + size.orders * EVENTS_PER_ORDER - events;
  };
  const faults = await awaitZero(countMissing, "orders or events are missing");
  await receivers.recover();
  faults.push(...(await till.stop()));
  await endLeases();
  const last = startWorker();
  const countPending = async () => (await countEvents()).pending;
  faults.push(...(await awaitZero(countPending, "events wait for delivery")));
  till.isOver = true;
  await last.stop();
  return faults;
}

/** Fulfills orders and delivers their events while workers are killed and receivers fail. */
export async function eventDelivery(send: Send, size: CallbacksSize): Promise<Outcome> {
  const accounts = await runConcurrently(ACCOUNTS, () => makeAccount());
  const secrets = await Promise.all(
    accounts.map(({ account }) => ensureWebhookSecrets(contextOf(account))),
  );
  const receivers = await openReceivers(
    size,
    secrets.map(([current]) => current?.secret ?? ""),
  );
  const env = { CT_ALLOW_PRIVATE_NETWORK: "1" };
  const till = await Installation.start({ ...size, servers: 0 }, env);
  const stage = { till, receivers, size };
  // A cut connection only delays these.
  const repeating = [RETRY_NOW, ADD_SECOND_EVENT].map((text) =>
    repeatUntil(
      () => till.isOver,
      () => 150,
      () => select(text).catch(() => []),
    ),
  );
  const background = [...repeating, till.cutConnections()];
  const keys = accounts.map(({ token }) => token);
  const [refused] = await Promise.all([placeOrders(send, keys, stage), killWorkers(stage)]);
  const faults = [...refused, ...(await settle(stage))];
  await Promise.all(background);
  receivers.close();
  const audited = await auditCallbacks(receivers.journal, size.orders * EVENTS_PER_ORDER);
  await dropPlanted();
  faults.push(...audited.faults, ...(await auditDatabase()));
  const { events, byBehavior } = receivers.journal;
  const requests = [...events.values()].reduce((sum, received) => sum + received.requests, 0);
  const { down: _down, ...behaviors } = byBehavior;
  const { kills, workerHits, cuts } = till.counts;
  const summary = [
    `${size.orders} orders with ${EVENTS_PER_ORDER} events each, delivered to ${size.receivers} hosts`,
    `${size.workers} workers killed ${kills} times, ${workerHits} of them after a response`,
    `${cuts} connections cut; ${requests} requests received (${formatCounts(behaviors)})`,
    `${audited.attempts} attempts started, ${audited.recorded} recorded`,
  ].join("; ");
  return { summary, faults };
}
