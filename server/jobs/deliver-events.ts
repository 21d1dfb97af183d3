// Sends due deliveries to their receivers, each in one signed request.

import { setTimeout as sleep } from "node:timers/promises";
import { type Context, workerContext } from "#core/context";
import { log, plainLog } from "#core/log";
import {
  type Allowance,
  type Attempt,
  type ClaimedDelivery,
  cancelDeliveries,
  claimDeliveries,
  deliveryTimes,
  pauseLane,
  recordAttempts,
  resumeLane,
  sendCallback,
} from "#domain/events";
import { type Callback, makeCallbacks } from "#domain/webhooks";
import { inBatches, type Loop, startLoop } from "./concurrency";
import { type LaneChange, LaneGates } from "./lane-gates";
import { countAttempt } from "./worker-metrics";

/** Limit of attempts in progress per worker, not counting as many slow ones. */
const AT_ONCE = 256;
/** Claimed at once, because their orders are read together. */
const BATCH = 256;
/**
 * Attempts that end within a few milliseconds are recorded together, and the next claim takes as
 * many: statements cost more than requests.
 */
const TOGETHER = { ms: 10, enough: 32 };

interface RecordedAttempt {
  delivery: ClaimedDelivery;
  attempt: Attempt;
}

// An attempt that is not recorded is sent again, so recording is retried within the lease.
async function recordAll(list: RecordedAttempt[]): Promise<void> {
  for (const pauseMs of deliveryTimes.recordPausesMs) {
    try {
      return await recordAttempts(workerContext(), list);
    } catch (error) {
      log.warn(
        { event: "delivery.attempts_unrecorded", err: error, attempts: list.length },
        "could not record delivery attempts; trying again",
      );
      await sleep(pauseMs);
    }
  }
  await recordAttempts(workerContext(), list);
}

const record = inBatches(recordAll, TOGETHER);

/** Makes one attempt and records it. Returns true if the receiver works. */
async function deliver(
  batch: Context,
  { delivery, ...callback }: Callback,
  timeoutMs: number,
): Promise<boolean> {
  const { eventId, receiver } = delivery;
  const ctx = { now: new Date(), log: batch.log };
  const attempt = await sendCallback(ctx, { id: eventId, ...callback, timeoutMs });
  countAttempt(attempt);
  await record({ delivery, attempt });
  const { responseStatus: status, error: reason, durationMs } = attempt;
  const fields = { eventId, receiver, attempt: delivery.attempt, status, reason, durationMs };
  plainLog.info({ event: "delivery.attempted", ...fields }, "delivery attempted");
  return status !== null && status < 500 && status !== 429;
}

interface Change {
  lane: string;
  change: LaneChange;
}

async function recordChanges(changes: Change[]): Promise<void> {
  const ctx = workerContext();
  // The last one per lane counts.
  for (const [lane, change] of new Map(changes.map((it) => [it.lane, it.change]))) {
    if (change === "resumed") {
      await resumeLane(ctx, { lane });
    } else {
      // A slow lane has a pause that is over, so that its backlog isn't taken for a slow worker.
      const pauseMs = change === "slow" ? 0 : change.pauseMs;
      await pauseLane(ctx, { lane, until: new Date(Date.now() + pauseMs) });
    }
  }
}

const inOrder = inBatches(recordChanges);

/** Stores that the lane is paused or slow, for other workers and for readers of an event. */
async function recordChange(change: Change): Promise<void> {
  await inOrder(change).catch((error: unknown) => {
    log.warn(
      { event: "delivery.pause_unrecorded", err: error, lane: change.lane },
      "could not store that deliveries to a receiver are paused",
    );
  });
}

interface Options extends Partial<Allowance> {
  timeoutMs?: number;
  /** Called when an attempt starts; the function that it returns is called when it ends. */
  onBegin?: (lane: string) => (isWell: boolean) => Promise<void> | undefined;
}

/** Claims due deliveries within the allowance and starts sending them. Returns the attempts. */
export async function beginDeliveries(options: Options = {}): Promise<Promise<void>[]> {
  const { limit = BATCH, timeoutMs = deliveryTimes.attemptMs, onBegin, ...allowance } = options;
  const ctx = workerContext();
  const claimed = await claimDeliveries(ctx, { ...allowance, limit: Math.min(limit, BATCH) });
  const sendable = claimed.flatMap((delivery) =>
    delivery.url === null ? [] : [{ ...delivery, url: delivery.url }],
  );
  const endpointIds = claimed.filter(({ url }) => url === null).map(({ receiver }) => receiver);
  if (endpointIds.length > 0) await cancelDeliveries(ctx, { endpointIds });
  const callbacks = await makeCallbacks(ctx, sendable);
  return callbacks.map(async (callback) => {
    const end = onBegin?.(callback.delivery.lane);
    let isWell = false;
    try {
      isWell = await deliver(ctx, callback, timeoutMs);
    } catch (error) {
      // An attempt that was not recorded is due again when its lease expires.
      const { eventId } = callback.delivery;
      log.error(
        { event: "delivery.failed", err: error, eventId },
        "delivery attempt failed; trying again later",
      );
    } finally {
      await end?.(isWell);
    }
  });
}

type Turn = (stopped: () => boolean) => Promise<number>;
type Watch = (turn: Turn) => Parameters<typeof startLoop>[0];

/** Sends deliveries when they are due; `stop` waits for attempts in progress. */
export function startDeliveries(watch: Watch): Loop {
  const gates = new LaneGates(AT_ONCE);
  const inHand = new Set<Promise<void>>();
  const onBegin = (lane: string) => {
    const startedAt = performance.now();
    gates.begin(lane, startedAt);
    return (isWell: boolean) => {
      const change = gates.end(lane, { startedAt, now: performance.now(), isWell });
      return change === null ? undefined : recordChange({ lane, change });
    };
  };
  let waking: NodeJS.Immediate | undefined;
  const wakeUp = () => {
    waking = undefined;
    loop.wake();
  };
  const turn: Turn = async (stopped) => {
    let all = 0;
    for (;;) {
      const allowance = gates.allowance(performance.now());
      if (allowance.limit <= 0) return all;
      const started = await beginDeliveries({ ...allowance, onBegin });
      for (const attempt of started) {
        inHand.add(attempt);
        void attempt.then(() => {
          inHand.delete(attempt);
          // Its lane may have more, which was held back by the lane's limit. Once for all attempts
          // that were recorded together.
          waking ??= setImmediate(wakeUp);
        });
      }
      all += started.length;
      // Otherwise it took all that may start now; more may when attempts end.
      const isFull = started.length === Math.min(allowance.limit, BATCH);
      if (!isFull || stopped()) return all;
    }
  };
  const loop = startLoop(watch(turn));
  return {
    wake: loop.wake,
    async stop() {
      clearImmediate(waking);
      await loop.stop();
      await Promise.all(inHand);
    },
  };
}
