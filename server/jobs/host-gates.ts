// How much each host is sent at once: a host that fails or dawdles gets less and less, so that it
// never takes the room of those that answer.
import type { Allowance } from "#domain/events";

/** For a host that we know nothing of. */
const FIRST_AT_ONCE = 4;
const MOST_AT_ONCE = 64;
/** A host that has let somebody wait so long gets no more before it answers. */
const DAWDLES_AFTER_MS = 1000;
/** After so many failures in a row a host is left alone for a while, then tried by one request. */
const FAILURES_IN_A_ROW = 3;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** So many attempts may hang besides those that count: more would be too many sockets. */
const MOST_DAWDLING = 2000;
/** Hosts that are remembered; the one that was heard of least lately is forgotten. */
const MOST_HOSTS = 10_000;

interface Host {
  /** When each attempt in hand began, in milliseconds of a clock that only goes on. */
  begun: number[];
  atOnce: number;
  failures: number;
  pausedUntil: number;
}

/** One worker's knowledge of the hosts that it sends to. Times are of `performance.now()`. */
export class HostGates {
  readonly #hosts = new Map<string, Host>();
  readonly #limit: number;

  /** At most `limit` attempts in hand over all hosts, not counting those that dawdle. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many attempts may be begun over all hosts. */
  #limitNow(now: number): number {
    let prompt = 0;
    let dawdling = 0;
    for (const { begun } of this.#hosts.values()) {
      for (const at of begun) {
        if (now - at > DAWDLES_AFTER_MS) dawdling += 1;
        else prompt += 1;
      }
    }
    return Math.min(this.#limit - prompt, MOST_DAWDLING - dawdling);
  }

  #allowedTo({ begun, atOnce, pausedUntil }: Host, now: number): number {
    if (now < pausedUntil) return 0;
    const dawdles = begun.some((at) => now - at > DAWDLES_AFTER_MS);
    return dawdles ? 0 : Math.max(0, atOnce - begun.length);
  }

  /** What may be begun now. */
  allowance(now: number): Allowance {
    const byHost = new Map<string, number>();
    for (const [name, host] of this.#hosts) {
      const allowed = this.#allowedTo(host, now);
      if (allowed !== FIRST_AT_ONCE) byHost.set(name, allowed);
    }
    return { limit: this.#limitNow(now), perHost: FIRST_AT_ONCE, byHost };
  }

  /** An attempt begins. */
  begin(name: string, now: number): void {
    const known = this.#hosts.get(name);
    const host = known ?? { begun: [], atOnce: FIRST_AT_ONCE, failures: 0, pausedUntil: 0 };
    host.begun.push(now);
    // Behind all others: those heard of least lately stand first.
    this.#hosts.delete(name);
    this.#hosts.set(name, host);
    if (this.#hosts.size > MOST_HOSTS) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const [name, { begun }] of this.#hosts) {
      if (begun.length > 0) continue;
      this.#hosts.delete(name);
      return;
    }
  }

  /**
   * An attempt that was begun at `begunAt` is over; `isWell`: the host answered as one that works.
   * Returns for how long the host is paused from now on: 0 ends its pause, null changes nothing.
   */
  end(name: string, attempt: { begunAt: number; now: number; isWell: boolean }): number | null {
    const host = this.#hosts.get(name);
    if (!host) return null;
    host.begun.splice(host.begun.indexOf(attempt.begunAt), 1);
    if (attempt.isWell) {
      const wasPaused = host.pausedUntil > 0;
      Object.assign(host, {
        atOnce: Math.min(MOST_AT_ONCE, host.atOnce + 1),
        failures: 0,
        pausedUntil: 0,
      });
      return wasPaused ? 0 : null;
    }
    host.failures += 1;
    host.atOnce = Math.max(1, Math.floor(host.atOnce / 2));
    const extra = host.failures - FAILURES_IN_A_ROW;
    if (extra < 0) return null;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** extra, LONGEST_PAUSE_MS);
    host.pausedUntil = attempt.now + pauseMs;
    return pauseMs;
  }
}
