// Decides which requests run now, which wait, and which are refused: bounded queues by class,
// served in order of priority, that shrink while the process is under pressure.
import type { Pressure } from "./pressure-gauge";
import { classes, type RequestClass } from "./request-class";

export interface ClassLimits {
  /** Requests that may run at once. */
  most: number;
  /** The same under pressure; never 0. */
  least: number;
  /** Requests of one owner that may run at once. */
  mostOfOwner: number;
  /** Requests that may wait. */
  queue: number;
  /** A request that would wait longer is refused on arrival. */
  waitMs: number;
  /** Fewer requests run at once while they take longer than this. */
  targetMs: number;
  /** Event-loop delay above which the class is under pressure. */
  delayMs: number;
}

export interface Waiting {
  /** Account, checkout session or address: see Arrival. */
  owner: string;
  start(): void;
  refuse(): void;
  /** The client has disconnected. */
  isGone(): boolean;
}

/** The requests of one owner in a class, which exist while it has any. */
interface Share {
  running: number;
  queue: { request: Waiting; since: number }[];
}

interface ClassLoad {
  name: RequestClass;
  limits: ClassLimits;
  running: number;
  waiting: number;
  /** Moving average of the time per request. */
  serviceMs: number;
  /** By owner. Those that have waited longest for a place come first. */
  shares: Map<string, Share>;
}

const MAX_POOL_WAIT_MS = 150;
const AVERAGE_OVER = 32;

const ESSENTIAL: ReadonlySet<RequestClass> = new Set(["payments", "sales"]);

/** Returns true if other classes make room for this one, which is not limited under pressure. */
export function isEssential(name: RequestClass): boolean {
  return ESSENTIAL.has(name);
}

/** Derives the limits of each class from the number of orders that may run at once. */
export function classLimits(sales: number): Record<RequestClass, ClassLimits> {
  const always = Number.POSITIVE_INFINITY;
  const of = (most: number, least: number, rest: Partial<ClassLimits>): ClassLimits => ({
    most,
    mostOfOwner: most,
    least,
    queue: most * 2,
    waitMs: 1000,
    targetMs: 1000,
    delayMs: 100,
    ...rest,
  });
  return {
    // These may wait for a payment provider, so one owner's must not take all places.
    payments: of(192, 32, { mostOfOwner: 48, delayMs: always, waitMs: 2000, targetMs: 2000 }),
    // More at once would only wait for the same few database connections and cost memory. A burst
    // waits before anything of it is read.
    sales: of(sales, Math.min(sales, 32), {
      queue: sales * 8,
      delayMs: always,
      waitMs: 2000,
      targetMs: 2000,
    }),
    checkout: of(16, 8, { queue: 64, delayMs: 150 }),
    // Some download a picture that the request names, so a quarter is left to others.
    api: of(96, 16, { mostOfOwner: 72, delayMs: 200 }),
    notices: of(24, 8, { delayMs: 250, waitMs: 2000 }),
    dashboard: of(48, 12, { mostOfOwner: 36, delayMs: 150, waitMs: 2000, targetMs: 2000 }),
    assets: of(64, 16, { delayMs: 150, waitMs: 2000 }),
    unproven: of(16, 4, { delayMs: 100 }),
    pages: of(24, 4, { delayMs: 80 }),
    docs: of(8, 2, { delayMs: 60 }),
    // They may take minutes to arrive.
    uploads: of(32, 8, { mostOfOwner: 8, delayMs: 150, waitMs: 2000, targetMs: always }),
  };
}

/** Returns true if a place is free for one more request of the owner, and nothing waits for it. */
function canStart({ running, waiting, limits }: ClassLoad, limit: number, share: Share): boolean {
  return waiting === 0 && running < limit && share.running < limits.mostOfOwner;
}

function isQueueFull({ waiting, limits }: ClassLoad): boolean {
  return waiting >= limits.queue;
}

/** Returns the share with the most waiting requests. */
function longestOf({ shares }: ClassLoad): Share {
  let longest: Share = { running: 0, queue: [] };
  for (const share of shares.values()) {
    if (share.queue.length > longest.queue.length) longest = share;
  }
  return longest;
}

/** Refuses the share's latest request. */
function dropLast(load: ClassLoad, { queue }: Share): void {
  const last = queue.pop();
  if (!last) return;
  load.waiting -= 1;
  last.request.refuse();
}

/**
 * Returns the owner that gets the next place: of those that wait, the one with the fewest running.
 * So one that holds more than its share gets none before the others do.
 */
function nextOf({ shares, limits }: ClassLoad): [string, Share] | undefined {
  let next: [string, Share] | undefined;
  for (const entry of shares) {
    const [, { running, queue }] = entry;
    if (queue.length === 0 || running >= limits.mostOfOwner) continue;
    if (!next || running < next[1].running) next = entry;
  }
  return next;
}

export class Admission {
  readonly #loads: ClassLoad[];
  readonly #byName = new Map<RequestClass, ClassLoad>();
  readonly #pressure: () => Pressure;
  readonly #now: () => number;

  constructor(
    limits: Record<RequestClass, ClassLimits>,
    pressure: () => Pressure,
    now = () => performance.now(),
  ) {
    this.#pressure = pressure;
    this.#now = now;
    this.#loads = classes.map((name) => ({
      name,
      limits: limits[name],
      running: 0,
      waiting: 0,
      serviceMs: 0,
      shares: new Map(),
    }));
    for (const load of this.#loads) this.#byName.set(load.name, load);
  }

  /**
   * Starts, queues or refuses the request before it returns. If the queue is full, the owner with
   * the longest part of it loses a request.
   */
  admit(name: RequestClass, request: Waiting): void {
    const load = this.#loadOf(name);
    const limit = this.#limitOf(load);
    const share = load.shares.get(request.owner) ?? { running: 0, queue: [] };
    if (this.#exceeds(load, limit, share)) {
      request.refuse();
    } else if (canStart(load, limit, share)) {
      this.#start(load, share, request);
    } else {
      if (isQueueFull(load)) dropLast(load, longestOf(load));
      share.queue.push({ request, since: this.#now() });
      load.waiting += 1;
      load.shares.set(request.owner, share);
      // The others may wait because their owners have as many places as they may have.
      this.#startNext(load, limit);
    }
  }

  /** Returns true if a request of the owner would be refused, without preparing one. */
  isFull(name: RequestClass, owner: string): boolean {
    const load = this.#loadOf(name);
    const share = load.shares.get(owner) ?? { running: 0, queue: [] };
    return this.#exceeds(load, this.#limitOf(load), share);
  }

  /** Reports that a started request has its response, after `ms`. */
  release(name: RequestClass, owner: string, ms: number): void {
    const load = this.#loadOf(name);
    load.running -= 1;
    load.serviceMs += (ms - load.serviceMs) / AVERAGE_OVER;
    const share = load.shares.get(owner);
    if (share) share.running -= 1;
    if (share?.running === 0 && share.queue.length === 0) load.shares.delete(owner);
    this.dispatch();
  }

  /** Starts what may start and refuses what has waited too long. To be called regularly. */
  dispatch(): void {
    for (const load of this.#loads) {
      if (load.waiting === 0) continue;
      this.#expire(load);
      this.#startNext(load, this.#limitOf(load));
    }
  }

  /** Counts running and waiting requests by class. */
  load(): Record<RequestClass, { running: number; waiting: number }> {
    const entries = this.#loads.map(({ name, running, waiting }) => [name, { running, waiting }]);
    return Object.fromEntries(entries);
  }

  #startNext(load: ClassLoad, limit: number): void {
    while (load.waiting > 0 && load.running < limit) {
      const [owner, share] = nextOf(load) ?? [];
      const head = share?.queue.shift();
      if (owner === undefined || !share || !head) return;
      load.waiting -= 1;
      // The others are served before its next one.
      load.shares.delete(owner);
      if (!head.request.isGone()) this.#start(load, share, head.request);
      else if (share.running > 0 || share.queue.length > 0) load.shares.set(owner, share);
    }
  }

  #start(load: ClassLoad, share: Share, request: Waiting): void {
    load.running += 1;
    share.running += 1;
    load.shares.set(request.owner, share);
    request.start();
  }

  /** Drops requests whose client disconnected, and refuses those that have waited too long. */
  #expire(load: ClassLoad): void {
    const now = this.#now();
    for (const [owner, { running, queue }] of load.shares) {
      for (let head = queue[0]; head; head = queue[0]) {
        const isGone = head.request.isGone();
        if (!isGone && now - head.since <= load.limits.waitMs) break;
        queue.shift();
        load.waiting -= 1;
        if (!isGone) head.request.refuse();
      }
      if (running === 0 && queue.length === 0) load.shares.delete(owner);
    }
  }

  #loadOf(name: RequestClass): ClassLoad {
    const load = this.#byName.get(name);
    if (!load) throw new Error(`no class of requests is named ${name}`);
    return load;
  }

  #limitOf(load: ClassLoad): number {
    const { most, least, targetMs, delayMs } = load.limits;
    const { loopDelayMs, poolWaitMs } = this.#pressure();
    const isPressed = loopDelayMs > delayMs || poolWaitMs > MAX_POOL_WAIT_MS || this.#yields(load);
    if (isPressed && !isEssential(load.name)) return least;
    // By Little's law, as many as complete within the target.
    const fitting = load.serviceMs > targetMs ? (most * targetMs) / load.serviceMs : most;
    return Math.max(least, Math.floor(fitting));
  }

  /** Returns true if one more request would find the queue full or wait too long. */
  #exceeds(load: ClassLoad, limit: number, share: Share): boolean {
    const { serviceMs, limits } = load;
    if (canStart(load, limit, share)) return false;
    const own = share.queue.length;
    if (isQueueFull(load) && own + 1 >= longestOf(load).queue.length) return true;
    let ahead = own;
    for (const other of load.shares.values()) {
      if (other !== share) ahead += Math.min(other.queue.length, own + 1);
    }
    return ((ahead + 1) * serviceMs) / Math.min(limit, limits.mostOfOwner) > limits.waitMs;
  }

  /** Returns true if requests of a higher priority are waiting. */
  #yields(load: ClassLoad): boolean {
    for (const other of this.#loads) {
      if (other === load) return false;
      if (other.waiting > 0) return true;
    }
    return false;
  }
}
