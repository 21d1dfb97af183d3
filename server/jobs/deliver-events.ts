// Tells receivers what happened to their orders: each due event is sent, signed, in one request.
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context";
import { log } from "#core/log";
import { newContext } from "#core/new-context";
import {
  type Allowance,
  type Attempt,
  type ClaimedEvent,
  claimEvents,
  pauseHost,
  recordAttempts,
  resumeHost,
  sendCallback,
} from "#domain/events";
import { HostGates } from "./host-gates";
import { inBatches } from "./in-batches";
import { type Loop, startLoop } from "./loop";
import { type Callback, makeCallbacks } from "./make-callbacks";

/** How many events a worker has in hand at most: as many hang, where hosts do. */
const AT_ONCE = 256;
/** How many it takes at a time: their orders are read together. */
const BATCH = 256;
// Shorter than the lease of a claim, so that no other worker sends the event meanwhile.
const TIMEOUT_MS = 15_000;
const RECORD_PAUSES_MS = [100, 1000, 3000];
/** How long to wait for more room before the next claim, which then takes more at a time. */
const GATHER_MS = 5;

function workerContext(): Context {
  return newContext({ type: "system", name: "worker" });
}

interface Made {
  event: ClaimedEvent;
  attempt: Attempt;
}

// What was sent and is not written down is sent again: it is worth some tries, within the lease.
async function recordAll(list: Made[]): Promise<void> {
  for (const pauseMs of RECORD_PAUSES_MS) {
    try {
      return await recordAttempts(workerContext(), list);
    } catch (error) {
      log.warn({ err: error, attempts: list.length }, "attempts are to be recorded once more");
      await sleep(pauseMs);
    }
  }
  await recordAttempts(workerContext(), list);
}

// Attempts that end at about the same time are written down together.
const record = inBatches(recordAll);

/** Makes one attempt and records it. Returns whether the host answered as one that works. */
async function deliver({ event, body, secrets }: Callback, timeoutMs: number): Promise<boolean> {
  const ctx = workerContext();
  const { id, callbackUrl: url } = event;
  const attempt = await sendCallback(ctx, { id, url, body, secrets, timeoutMs });
  await record({ event, attempt });
  const { responseStatus: status, error: reason, durationMs } = attempt;
  log.info({ event: id, attempt: event.attempt, status, reason, durationMs }, "event sent");
  return status !== null && status < 500 && status !== 429;
}

interface Pause {
  host: string;
  /** 0 ends it. */
  pauseMs: number;
}

async function recordPauses(pauses: Pause[]): Promise<void> {
  const ctx = workerContext();
  // Of several for one host the last is how it stands.
  for (const [host, pauseMs] of new Map(pauses.map((it) => [it.host, it.pauseMs]))) {
    const until = new Date(Date.now() + pauseMs);
    await (pauseMs === 0 ? resumeHost(ctx, { host }) : pauseHost(ctx, { host, until }));
  }
}

const inOrder = inBatches(recordPauses);

/** Lets all workers, and whoever reads an event, know until when the host is paused. */
async function recordPause(pause: Pause): Promise<void> {
  await inOrder(pause).catch((error: unknown) => {
    const { host } = pause;
    log.warn({ err: error, host }, "delivery.pause_unrecorded: a host's pause was not stored");
  });
}

interface Options extends Partial<Allowance> {
  timeoutMs?: number;
  /** Called as each attempt begins; what it returns is called when the attempt is over. */
  onBegin?: (host: string) => (isWell: boolean) => Promise<void> | undefined;
}

/** Claims what is due and allowed, and begins to send it; answers with the attempts in hand. */
export async function beginDeliveries(options: Options = {}): Promise<Promise<void>[]> {
  const { limit = BATCH, timeoutMs = TIMEOUT_MS, onBegin, ...allowance } = options;
  const ctx = workerContext();
  const events = await claimEvents(ctx, { ...allowance, limit: Math.min(limit, BATCH) });
  const callbacks = await makeCallbacks(ctx, events);
  return callbacks.map(async (callback) => {
    const end = onBegin?.(callback.event.host);
    let isWell = false;
    try {
      isWell = await deliver(callback, timeoutMs);
    } catch (error) {
      // What was not recorded is due again when its lease ends.
      log.error({ err: error, event: callback.event.id }, "an attempt came to nothing");
    } finally {
      await end?.(isWell);
    }
  });
}

type Turn = (stopped: () => boolean) => Promise<number>;
type Watch = (turn: Turn) => Parameters<typeof startLoop>[0];

/** Sends events as they fall due, some at once; `stop` waits for the attempts in hand. */
export function startDeliveries(watch: Watch): Loop {
  const gates = new HostGates(AT_ONCE);
  const inHand = new Set<Promise<void>>();
  const onBegin = (host: string) => {
    const begunAt = performance.now();
    gates.begin(host, begunAt);
    return (isWell: boolean) => {
      const pauseMs = gates.end(host, { begunAt, now: performance.now(), isWell });
      return pauseMs === null ? undefined : recordPause({ host, pauseMs });
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
          // There may be more for its host, which was given as much as it was allowed.
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
