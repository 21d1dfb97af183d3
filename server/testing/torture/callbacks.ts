import { setTimeout as sleep } from "node:timers/promises";
import { database, type Statement } from "#core/db";
import { ensureWebhookSecrets } from "#domain/events";
import { getPolicy, setPolicy } from "#domain/evidence";
import { startWorker } from "#jobs/worker";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { auditDatabase } from "#testing/torture/audit";
import {
  type Audited,
  auditCallbacks,
  countEvents,
  dropPlanted,
} from "#testing/torture/callbacks-audit";
import { openReceivers, type Receivers, SECOND } from "#testing/torture/callbacks-receivers";
import { newClientRecord, postOnce, type Send } from "#testing/torture/clients";
import {
  cutConnections,
  freezeWhileUnrecorded,
  killOneWorker,
  startWorkers,
  stopWorkers,
  type Worker,
} from "#testing/torture/killing";
import { awaitZero, type Outcome, runConcurrently } from "#testing/torture/matching";

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

interface Progress {
  kills: number;
  /** Workers killed after a receiver's response and before its recording. */
  hits: number;
  cuts: number;
  over: boolean;
  faults: string[];
}

interface Stage {
  workers: Worker[];
  receivers: Receivers;
  size: CallbacksSize;
  progress: Progress;
}

const ACCOUNTS = 4;
const AMPLE_TONNES = 1_000_000;
const KILL_TIMEOUT_MS = 10_000;
const EVENTS_PER_ORDER = 2;
const LEASE_TRIES = 10;

// Compresses the days of the retry schedule to seconds and never lets it end. Only deliveries whose
// last attempt is recorded are waiting; the others are leased, perhaps by a dead worker.
const RETRY_NOW: Statement = {
  name: "torture-hurry-events",
  text: `
    UPDATE deliveries d SET next_attempt_at = now(), failed_attempts = 1
    WHERE state = 'pending' AND next_attempt_at > now() AND EXISTS (
      SELECT FROM delivery_attempts a
      WHERE a.account_id = d.account_id AND a.event_id = d.event_id AND a.receiver = d.receiver
        AND a.attempt = d.attempts
    )`,
};

// Gives each order a second event, due with the first; by itself it has one.
const ADD_SECOND_EVENT: Statement = {
  name: "torture-plant-events",
  text: `
    WITH planted AS (
      INSERT INTO events (account_id, id, subject_type, subject_id, sequence, type, created_at)
      SELECT account_id, id || $1, subject_type, subject_id, 2, type, created_at
      FROM events WHERE sequence = 1
      ON CONFLICT DO NOTHING
      RETURNING account_id, id, subject_id, created_at
    )
    INSERT INTO deliveries (account_id, event_id, receiver, callback_url, sequence, state,
                            next_attempt_at)
    SELECT p.account_id, p.id, 'callback', o.callback_url, 2, 'pending', p.created_at
    FROM planted p JOIN orders o ON o.account_id = p.account_id AND o.id = p.subject_id`,
};

// Once no worker runs, all leases belong to dead ones.
const END_LEASES: Statement = {
  name: "torture-end-leases",
  text: "UPDATE deliveries SET next_attempt_at = now() WHERE state = 'pending'",
};

const UNRECORDED: Statement = {
  name: "torture-unrecorded",
  text: `
    SELECT event_id AS id FROM deliveries WHERE state = 'pending' AND event_id = ANY ($1::text[])`,
};

/** Events that a receiver accepted but that the database has as pending. */
async function unrecorded({ receivers }: Stage): Promise<string[]> {
  // Recently accepted events are near the end of the journal.
  const accepted = [...receivers.journal.events].filter(([, received]) => received.accepted > 0);
  const ids = accepted.slice(-2000).map(([id]) => id);
  // This query's own connection may be cut.
  const rows = await database()
    .query<{ id: string }>(UNRECORDED, [ids])
    .catch(() => []);
  return rows.map(({ id }) => id);
}

/** Kills workers as events arrive, mostly between a response and its recording. */
async function killWorkers(stage: Stage): Promise<void> {
  const { workers, receivers, size, progress } = stage;
  const expected = size.orders * EVENTS_PER_ORDER;
  while (progress.kills < size.kills) {
    const until = Date.now() + KILL_TIMEOUT_MS;
    const threshold = (expected * 0.8 * progress.kills) / size.kills;
    while (receivers.journal.accepted < threshold && Date.now() < until) await sleep(5);
    const isRandom = progress.kills % 4 === 3;
    const freeze = ({ program }: Worker) => freezeWhileUnrecorded(program, () => unrecorded(stage));
    const wasHit = await killOneWorker(workers, progress.faults, isRandom ? undefined : freeze);
    if (wasHit) progress.hits += 1;
    progress.kills += 1;
  }
}

/** Repeats the statement until the run is over; a cut connection only delays it. */
async function repeatUntilOver(statement: Statement, values: unknown[], progress: Progress) {
  while (!progress.over) {
    await database()
      .query(statement, values)
      .catch(() => []);
    await sleep(150);
  }
}

async function placeOrders(send: Send, keys: string[], stage: Stage): Promise<void> {
  const { portfolioId } = await makeStock({ tonnes: AMPLE_TONNES });
  // A registry's record would change the order between two attempts, and so the body.
  await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    const policy = await getPolicy(ctx, { mode: "test", registry: "test-registry" });
    await setPolicy(ctx, { ...policy, adapter: "manual" });
  });
  const record = newClientRecord();
  const { orders } = stage.size;
  const statuses = await runConcurrently(
    orders,
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
  if (refused > 0) stage.progress.faults.push(`${refused} orders were refused`);
}

/** Makes leased events due; a dead worker's last statement may still lock some. */
async function endLeases(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await database().query(END_LEASES, []);
      return;
    } catch (error) {
      if (tries === LEASE_TRIES) throw error;
    }
  }
}

/** Waits until live workers have delivered all events that no dead worker has leased. */
async function settle({ workers, receivers, size, progress }: Stage): Promise<string[]> {
  const countMissing = async () => {
    const { placed, events } = await countEvents();
    return placed + size.orders * EVENTS_PER_ORDER - events;
  };
  const faults = await awaitZero(countMissing, "orders or events are missing");
  await receivers.recover();
  faults.push(...(await stopWorkers(workers)));
  await endLeases();
  const last = startWorker();
  faults.push(
    ...(await awaitZero(async () => (await countEvents()).pending, "events wait for delivery")),
  );
  progress.over = true;
  await last.stop();
  return faults;
}

function report({ size, progress, receivers }: Stage, audited: Audited): string {
  const { events, byBehavior: met } = receivers.journal;
  const requests = [...events.values()].reduce((sum, received) => sum + received.requests, 0);
  const counts = Object.entries(met).filter(([behavior]) => behavior !== "down");
  return [
    `${size.orders} orders with ${EVENTS_PER_ORDER} events each, delivered to ${size.receivers} hosts`,
    `${size.workers} workers killed ${progress.kills} times, ${progress.hits} of them after a response`,
    `${progress.cuts} connections cut`,
    `${requests} requests received (${counts.map(([behavior, count]) => `${behavior} ${count}`).join(", ")})`,
    `${audited.attempts} attempts started, ${audited.recorded} recorded`,
  ].join("; ");
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
  const workers = await startWorkers(size, { CT_ALLOW_PRIVATE_NETWORK: "1" });
  const progress = { kills: 0, hits: 0, cuts: 0, over: false, faults: [] };
  const stage: Stage = { workers, receivers, size, progress };
  const background = [
    repeatUntilOver(RETRY_NOW, [], progress),
    repeatUntilOver(ADD_SECOND_EVENT, [SECOND], progress),
    cutConnections(size, progress),
  ];
  const keys = accounts.map(({ token }) => token);
  await Promise.all([placeOrders(send, keys, stage), killWorkers(stage)]);
  const faults = await settle(stage);
  await Promise.all(background);
  receivers.close();
  const audited = await auditCallbacks(receivers.journal, size.orders * EVENTS_PER_ORDER);
  await dropPlanted();
  faults.push(...stage.progress.faults, ...audited.faults, ...(await auditDatabase()));
  return { summary: report(stage, audited), faults };
}
