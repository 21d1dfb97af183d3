// Sends due deliveries to their receivers, each in one signed request.

import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#core/log";
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
import { inBatches, type Loop, startLoop } from "./concurrency";
import { workerContext } from "./job-runner";
import { LaneGates } from "./lane-gates";
import { type Callback, makeCallbacks } from "./make-callbacks";

/** How many attempts a worker has under way at most; as many may hang. */
const AT_ONCE = 256;
/** How many it claims at a time: their orders are read together. */
const BATCH = 256;
/** How long to wait for more room before the next claim, which then takes more at a time. */
const GATHER_MS = 5;

interface Made {
  delivery: ClaimedDelivery;
  attempt: Attempt;
}

// What was sent and is not recorded is sent again: it is worth some tries, within the lease.
async function recordAll(list: Made[]): Promise<void> {
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

// Attempts that end at about the same time are recorded together.
const record = inBatches(recordAll);

/** Makes one attempt and records it. Returns whether the receiver answered as one that works. */
async function deliver({ delivery, ...callback }: Callback, timeoutMs: number): Promise<boolean> {
  const { eventId, receiver } = delivery;
  const attempt = await sendCallback(workerContext(), { id: eventId, ...callback, timeoutMs });
  await record({ delivery, attempt });
  const { responseStatus: status, error: reason, durationMs } = attempt;
  const fields = { eventId, receiver, attempt: delivery.attempt, status, reason, durationMs };
  log.info({ event: "delivery.attempted", ...fields }, "delivery attempted");
  return status !== null && status < 500 && status !== 429;
}

interface Pause {
  lane: string;
  /** 0 ends it. */
  pauseMs: number;
}

async function recordPauses(pauses: Pause[]): Promise<void> {
  const ctx = workerContext();
  // Of several for one lane the last one counts.
  for (const [lane, pauseMs] of new Map(pauses.map((it) => [it.lane, it.pauseMs]))) {
    const until = new Date(Date.now() + pauseMs);
    await (pauseMs === 0 ? resumeLane(ctx, { lane }) : pauseLane(ctx, { lane, until }));
  }
}

const inOrder = inBatches(recordPauses);

/** Lets all workers, and whoever reads an event, know until when the lane is paused. */
async function recordPause(pause: Pause): Promise<void> {
  await inOrder(pause).catch((error: unknown) => {
    log.warn(
      { event: "delivery.pause_unrecorded", err: error, lane: pause.lane },
      "could not store that deliveries to a receiver are paused",
    );
  });
}

interface Options extends Partial<Allowance> {
  timeoutMs?: number;
  /** Called as each attempt begins; what it returns is called when the attempt is over. */
  onBegin?: (lane: string) => (isWell: boolean) => Promise<void> | undefined;
}

/** Claims what is due and allowed, and begins to send it. Returns the attempts under way. */
export async function beginDeliveries(options: Options = {}): Promise<Promise<void>[]> {
  const { limit = BATCH, timeoutMs = deliveryTimes.attemptMs, onBegin, ...allowance } = options;
  const ctx = workerContext();
  const claimed = await claimDeliveries(ctx, { ...allowance, limit: Math.min(limit, BATCH) });
  const sendable = claimed.flatMap((delivery) =>
    delivery.url === null ? [] : [{ ...delivery, url: delivery.url }],
  );
  const endpointIds = claimed.filter(({ url }) => url === null).map(({ receiver }) => receiver);
  await cancelDeliveries(ctx, { endpointIds });
  const callbacks = await makeCallbacks(ctx, sendable);
  return callbacks.map(async (callback) => {
    const end = onBegin?.(callback.delivery.lane);
    let isWell = false;
    try {
      isWell = await deliver(callback, timeoutMs);
    } catch (error) {
      // What was not recorded is due again when its lease ends.
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

/** Sends deliveries as they fall due, some at once; `stop` waits for the attempts under way. */
export function startDeliveries(watch: Watch): Loop {
  const gates = new LaneGates(AT_ONCE);
  const inHand = new Set<Promise<void>>();
  const onBegin = (lane: string) => {
    const begunAt = performance.now();
    gates.begin(lane, begunAt);
    return (isWell: boolean) => {
      const pauseMs = gates.end(lane, { begunAt, now: performance.now(), isWell });
      return pauseMs === null ? undefined : recordPause({ lane, pauseMs });
    };
  };
  let gathering: NodeJS.Timeout | undefined;
  const look = () => {
    gathering = undefined;
    loop.wake();
  };
  const turn: Turn = async (stopped) => {
    let begun: Promise<void>[];
    let all = 0;
    do {
      const allowance = gates.allowance(performance.now());
      if (allowance.limit <= 0) return all;
      begun = await beginDeliveries({ ...allowance, onBegin });
      for (const attempt of begun) {
        inHand.add(attempt);
        void attempt.then(() => {
          inHand.delete(attempt);
          // There may be more in its lane, which was given as much as it was allowed.
          gathering ??= setTimeout(look, GATHER_MS);
        });
      }
      all += begun.length;
    } while (begun.length > 0 && !stopped());
    return all;
  };
  const loop = startLoop(watch(turn));
  return {
    wake: loop.wake,
    async stop() {
      clearTimeout(gathering);
      await loop.stop();
      await Promise.all(inHand);
    },
  };
}
