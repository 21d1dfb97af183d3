// Limits concurrent attempts per lane. A lane that fails or is slow gets fewer, so it never takes
// the capacity of lanes that work.
import type { Allowance } from "#domain/events";

/** For a lane without attempts so far. */
const FIRST_AT_ONCE = 4;
const MAX_AT_ONCE = 64;
/** A lane with a slower attempt gets no more until that ends. */
const SLOW_AFTER_MS = 1000;
/**
 * After this many consecutive failures, a lane is paused for a while and then tried with one
 * request.
 */
const FAILURES_IN_A_ROW = 3;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** Slow attempts allowed in addition to the limit; more would be too many sockets. */
const MAX_SLOW = 2000;
/** The least recently used lane is forgotten. */
const MAX_LANES = 10_000;

interface Lane {
  /** Start of each attempt in progress, in monotonic milliseconds. */
  startTimes: number[];
  atOnce: number;
  failures: number;
  pausedUntil: number;
  /** True after a slow attempt, until one is prompt. */
  isSlow: boolean;
}

/** Change by an attempt that other workers and readers must know: a pause, its end, slowness. */
export type LaneChange = { pauseMs: number } | "resumed" | "slow";

/** State of one worker's lanes. Times are of `performance.now()`. */
export class LaneGates {
  readonly #lanes = new Map<string, Lane>();
  readonly #limit: number;

  /** `limit` attempts may be in progress over all lanes, not counting slow ones. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns how many attempts may start over all lanes. */
  #limitNow(now: number): number {
    let prompt = 0;
    let slow = 0;
    for (const { startTimes } of this.#lanes.values()) {
      for (const at of startTimes) {
        if (now - at > SLOW_AFTER_MS) slow += 1;
        else prompt += 1;
      }
    }
    return Math.min(this.#limit - prompt, MAX_SLOW - slow);
  }

  #allowedTo({ startTimes, atOnce, pausedUntil }: Lane, now: number): number {
    if (now < pausedUntil) return 0;
    const isSlow = startTimes.some((at) => now - at > SLOW_AFTER_MS);
    return isSlow ? 0 : Math.max(0, atOnce - startTimes.length);
  }

  /** Returns how many attempts may start now, by lane. */
  allowance(now: number): Allowance {
    const byLane = new Map<string, number>();
    for (const [name, lane] of this.#lanes) {
      const allowed = this.#allowedTo(lane, now);
      if (allowed !== FIRST_AT_ONCE) byLane.set(name, allowed);
    }
    return { limit: this.#limitNow(now), perLane: FIRST_AT_ONCE, byLane };
  }

  begin(name: string, now: number): void {
    const known = this.#lanes.get(name);
    const fresh = { atOnce: FIRST_AT_ONCE, failures: 0, pausedUntil: 0, isSlow: false };
    const lane = known ?? { startTimes: [], ...fresh };
    lane.startTimes.push(now);
    // Moves it to the end: the least recently used come first.
    this.#lanes.delete(name);
    this.#lanes.set(name, lane);
    if (this.#lanes.size > MAX_LANES) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const [name, { startTimes }] of this.#lanes) {
      if (startTimes.length > 0) continue;
      this.#lanes.delete(name);
      return;
    }
  }

  /**
   * Ends the attempt that started at `startedAt`; `isWell` is true if the receiver works. Returns
   * null if nothing changes.
   */
  end(
    name: string,
    attempt: { startedAt: number; now: number; isWell: boolean },
  ): LaneChange | null {
    const lane = this.#lanes.get(name);
    if (!lane) return null;
    lane.startTimes.splice(lane.startTimes.indexOf(attempt.startedAt), 1);
    if (attempt.isWell) {
      const wasHeld = lane.pausedUntil > 0 || lane.isSlow;
      const isSlow = attempt.now - attempt.startedAt > SLOW_AFTER_MS;
      const atOnce = Math.min(MAX_AT_ONCE, lane.atOnce + 1);
      Object.assign(lane, { atOnce, failures: 0, pausedUntil: 0, isSlow });
      if (isSlow) return "slow";
      return wasHeld ? "resumed" : null;
    }
    lane.failures += 1;
    lane.atOnce = Math.max(1, Math.floor(lane.atOnce / 2));
    const extra = lane.failures - FAILURES_IN_A_ROW;
    if (extra < 0) return null;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** extra, MAX_PAUSE_MS);
    lane.pausedUntil = attempt.now + pauseMs;
    return { pauseMs };
  }
}
