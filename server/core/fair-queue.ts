// Runs a few expensive jobs at a time. The others wait, and those of different clients take turns, so
// that many jobs of one client don't delay one of another.
import { Problem } from "./errors";

export interface FairQueueLimits {
  atOnce: number;
  /** Jobs of one client that may run at once. */
  atOncePerClient?: number;
  /** Jobs that may wait. */
  waiting: number;
  waitingPerClient?: number;
  waitMs: number;
  /**
   * Makes the error for a job that has no room, or has waited too long. `isOwnFault`: for other jobs of
   * its client.
   */
  refusal: (isOwnFault: boolean) => Error;
}

const headers = { "retry-after": "5" };

/** 503 with Retry-After. */
export function tooBusy(detail: string): Problem {
  return new Problem("unavailable", { detail, headers });
}

/** 429 with Retry-After, for what a client does to itself. */
export function tooMany(detail: string): Problem {
  return new Problem("rate-limited", { detail, headers });
}

type Place = PromiseWithResolvers<void>;

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, it) => total + it, 0);

export class FairQueue {
  readonly #limits: Required<FairQueueLimits>;
  readonly #running = new Map<string, number>();
  /** The client whose turn is next comes first; its jobs are in the order of arrival. */
  readonly #waiting = new Map<string, Place[]>();

  constructor(limits: FairQueueLimits) {
    const { atOnce: atOncePerClient, waiting: waitingPerClient } = limits;
    this.#limits = { atOncePerClient, waitingPerClient, ...limits };
  }

  /** @throws the refusal, or the signal's reason if it aborts while the job waits */
  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#hasPlace(client)) this.#count(client, 1);
    else await this.#wait(client, signal);
    try {
      return await work();
    } finally {
      this.#count(client, -1);
      this.#startNext();
    }
  }

  #hasPlace(client: string): boolean {
    return !this.#hasItsPlaces(client) && sum(this.#running.values()) < this.#limits.atOnce;
  }

  #hasItsPlaces(client: string): boolean {
    return (this.#running.get(client) ?? 0) >= this.#limits.atOncePerClient;
  }

  #count(client: string, change: 1 | -1): void {
    const running = (this.#running.get(client) ?? 0) + change;
    if (running > 0) this.#running.set(client, running);
    else this.#running.delete(client);
  }

  /** @throws the refusal */
  #checkRoom(client: string): void {
    const { waiting, waitingPerClient, refusal } = this.#limits;
    const isOwnFault = (this.#waiting.get(client)?.length ?? 0) >= waitingPerClient;
    const all = sum(this.#waiting.values().map((places) => places.length));
    if (isOwnFault || all >= waiting) throw refusal(isOwnFault);
  }

  /** Resolves when the job may run, and counts as running. */
  async #wait(client: string, signal: AbortSignal | undefined): Promise<void> {
    this.#checkRoom(client);
    const place: Place = Promise.withResolvers();
    this.#setWaiting(client, [...(this.#waiting.get(client) ?? []), place]);
    const leave = (reason: unknown) => {
      const places = this.#waiting.get(client) ?? [];
      this.#setWaiting(
        client,
        places.filter((it) => it !== place),
      );
      place.reject(reason);
    };
    const abort = () => leave(signal?.reason);
    signal?.addEventListener("abort", abort);
    const { refusal, waitMs } = this.#limits;
    const timer = setTimeout(() => leave(refusal(this.#hasItsPlaces(client))), waitMs);
    try {
      await place.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  #setWaiting(client: string, places: Place[]): void {
    if (places.length > 0) this.#waiting.set(client, places);
    else this.#waiting.delete(client);
  }

  /** Only one can start: one has ended. */
  #startNext(): void {
    for (const [client, [next, ...others]] of this.#waiting) {
      if (!next || !this.#hasPlace(client)) continue;
      // Behind the other clients.
      this.#waiting.delete(client);
      this.#setWaiting(client, others);
      this.#count(client, 1);
      next.resolve();
      return;
    }
  }
}
