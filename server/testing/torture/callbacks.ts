// Torture of callbacks, to any size: orders are fulfilled and told of while workers are killed and
// receivers fail; what must never happen is looked for afterwards.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Statement } from "#core/db";
import { database } from "#core/db";
import { ensureWebhookSecrets } from "#domain/events";
import { startWorker } from "#jobs/worker";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { auditDatabase } from "#testing/torture/audit";
import {
  type Audited,
  auditCallbacks,
  countEvents,
  dropPlanted,
} from "#testing/torture/callbacks-audit";
import { openReceivers, type Receivers, SECOND } from "#testing/torture/callbacks-receivers";
import { newTold, postOnce, type Send } from "#testing/torture/clients";
import {
  cutOneConnection,
  freezeOverAnswer,
  startWorkers,
  stopWorkers,
  type Worker,
} from "#testing/torture/killing";
import { atOnce, awaitQuiet, type Outcome } from "#testing/torture/matching";

export interface CallbacksSize {
  orders: number;
  workers: number;
  /** Hosts that are told. */
  receivers: number;
  /** How long they fail at a time, at most; they are well for twice as long. */
  spellMs: number;
  kills: number;
  /** Connections to the database that are cut meanwhile. */
  cuts: number;
  /** For the workers' output. */
  folder: string;
  /** A recorded version's program: every other worker is of that version. */
  beside?: string;
}

interface Progress {
  kills: number;
  /** Workers killed between a receiver's answer and the writing down of it. */
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
const ENOUGH_TONNES = 1_000_000;
const WAITS_FOR_KILL_MS = 10_000;
const EVENTS_PER_ORDER = 2;
const LEASE_TRIES = 10;

// Days of the schedule in seconds: what waits to be tried again is due now, and its schedule never
// ends. It waits where the attempt that was claimed last has been recorded; else it is leased to
// somebody, perhaps a dead one, and is left alone.
const HURRY: Statement = {
  name: "torture-hurry-events",
  text: `
    UPDATE deliveries d SET next_attempt_at = now(), failed_attempts = 1
    WHERE state = 'pending' AND next_attempt_at > now() AND EXISTS (
      SELECT FROM delivery_attempts a
      WHERE a.account_id = d.account_id AND a.event_id = d.event_id AND a.receiver = d.receiver
        AND a.attempt = d.attempts
    )`,
};

// An order has one event by nature. It gets a second one, due as soon as the first was.
const PLANT: Statement = {
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

// When no worker lives any more, whatever is leased is leased to a dead one.
const END_LEASES: Statement = {
  name: "torture-end-leases",
  text: "UPDATE deliveries SET next_attempt_at = now() WHERE state = 'pending'",
};

const UNRECORDED: Statement = {
  name: "torture-unrecorded",
  text: `
    SELECT event_id AS id FROM deliveries WHERE state = 'pending' AND event_id = ANY ($1::text[])`,
};

/** Events that a receiver accepted and that the database does not know as delivered. */
async function unrecorded({ receivers }: Stage): Promise<string[]> {
  // Those accepted last are at the end of the journal, or near it.
  const accepted = [...receivers.journal.events].filter(([, seen]) => seen.accepted > 0);
  const ids = accepted.slice(-2000).map(([id]) => id);
  // The look itself may be cut off by torture.
  const rows = await database()
    .query<{ id: string }>(UNRECORDED, [ids])
    .catch(() => []);
  return rows.map(({ id }) => id);
}

/** Kills a worker each time that a part of the events has arrived, most of them at the worst moment. */
async function killWorkers(stage: Stage): Promise<void> {
  const { workers, receivers, size, progress } = stage;
  const expected = size.orders * EVENTS_PER_ORDER;
  while (progress.kills < size.kills) {
    const until = Date.now() + WAITS_FOR_KILL_MS;
    const wanted = (expected * 0.8 * progress.kills) / size.kills;
    while (receivers.journal.accepted < wanted && Date.now() < until) await sleep(5);
    const place = randomInt(workers.length);
    const worker = workers[place];
    if (!worker) throw new Error("there is no worker to kill");
    const isRandom = progress.kills % 4 === 3;
    if (isRandom) await sleep(randomInt(150));
    const wasHit = !isRandom && (await freezeOverAnswer(worker.program, () => unrecorded(stage)));
    await worker.program.kill();
    if (wasHit) progress.hits += 1;
    if (!worker.program.wasKilled()) progress.faults.push(worker.program.lastWords());
    progress.kills += 1;
    workers[place] = await worker.startAgain();
  }
}

/** Does it again and again until all is over; what torture cuts off is done the next time. */
async function keepDoing(statement: Statement, values: unknown[], progress: Progress) {
  while (!progress.over) {
    await database()
      .query(statement, values)
      .catch(() => []);
    await sleep(150);
  }
}

async function cutConnections({ size, progress }: Stage): Promise<void> {
  while (progress.cuts < size.cuts && !progress.over) {
    await sleep(randomInt(20, 800));
    if (await cutOneConnection()) progress.cuts += 1;
  }
}

async function placeOrders(send: Send, keys: string[], stage: Stage): Promise<void> {
  const { portfolioId } = await makeStock({ tonnes: ENOUGH_TONNES });
  const told = newTold();
  const { orders } = stage.size;
  const statuses = await atOnce(
    orders,
    async (nth) => {
      const account = nth % ACCOUNTS;
      const config = { url: stage.receivers.url(account) };
      const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: config };
      const key = keys[account] ?? "";
      return (await postOnce(send, told, { path: "/orders", key, body })).status;
    },
    32,
  );
  const refused = statuses.filter((status) => status !== 201).length;
  if (refused > 0) stage.progress.faults.push(`${refused} orders were refused`);
}

/** Makes leased events due; a statement that a dead worker left behind may still hold some of them. */
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

/** Waits until the workers that live have told of everything that is not leased to dead ones. */
async function settle({ workers, receivers, size, progress }: Stage): Promise<string[]> {
  const left = async () => {
    const { placed, events } = await countEvents();
    return placed + size.orders * EVENTS_PER_ORDER - events;
  };
  const faults = await awaitQuiet(left, "or events are missing");
  await receivers.mend();
  faults.push(...(await stopWorkers(workers)));
  await endLeases();
  const last = startWorker();
  faults.push(...(await awaitQuiet(async () => (await countEvents()).pending, "wait to be told")));
  progress.over = true;
  await last.stop();
  return faults;
}

function report({ size, progress, receivers }: Stage, audited: Audited): string {
  const { events, met } = receivers.journal;
  const requests = [...events.values()].reduce((sum, seen) => sum + seen.requests, 0);
  const moods = Object.entries(met).filter(([mood]) => mood !== "down");
  return [
    `${size.orders} orders of ${EVENTS_PER_ORDER} events, told to ${size.receivers} hosts`,
    `${size.workers} workers killed ${progress.kills} times, ${progress.hits} of them over an answer`,
    `${progress.cuts} connections cut`,
    `${requests} requests came (${moods.map(([mood, met]) => `${mood} ${met}`).join(", ")})`,
    `${audited.attempts} attempts begun, ${audited.recorded} recorded`,
  ].join("; ");
}

/** Orders are fulfilled and told of while workers die and receivers fail a third of the time. */
export async function toldOrders(send: Send, size: CallbacksSize): Promise<Outcome> {
  const accounts = await atOnce(ACCOUNTS, () => makeAccount());
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
    keepDoing(HURRY, [], progress),
    keepDoing(PLANT, [SECOND], progress),
    cutConnections(stage),
  ];
  const keys = accounts.map(({ token }) => token);
  await Promise.all([placeOrders(send, keys, stage), killWorkers(stage)]);
  const faults = await settle(stage);
  await Promise.all(background);
  receivers.close();
  const audited = await auditCallbacks(receivers.journal, size.orders * EVENTS_PER_ORDER);
  await dropPlanted();
  faults.push(...stage.progress.faults, ...audited.faults, ...(await auditDatabase()));
  return { did: report(stage, audited), faults };
}
