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

/** The requests of one owner in a lane, which exists while it has any. */
interface Share {
  running: number;
  queue: { request: Waiting; since: number }[];
}

interface Lane {
  name: RequestClass;
  limits: ClassLimits;
  running: number;
  waiting: number;
  /** Moving average of the time per request. */
  serviceMs: number;
  /** By owner. Those that have waited longest for a place come first. */
  shares: Map<string, Share>;
}

const MOST_POOL_WAIT_MS = 150;
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
function canStart({ running, waiting, limits }: Lane, limit: number, share: Share): boolean {
  return waiting === 0 && running < limit && share.running < limits.mostOfOwner;
}

function isQueueFull({ waiting, limits }: Lane): boolean {
  return waiting >= limits.queue;
}

/** Returns the share with the most waiting requests. */
function longestOf({ shares }: Lane): Share {
  let longest: Share = { running: 0, queue: [] };
  for (const share of shares.values()) {
    if (share.queue.length > longest.queue.length) longest = share;
  }
  return longest;
}

/** Refuses the share's latest request. */
function dropLast(lane: Lane, { queue }: Share): void {
  const last = queue.pop();
  if (!last) return;
  lane.waiting -= 1;
  last.request.refuse();
}

/**
 * Returns the owner that gets the next place: of those that wait, the one with the fewest running.
 * So one that holds more than its share gets none before the others do.
 */
function nextOf({ shares, limits }: Lane): [string, Share] | undefined {
  let next: [string, Share] | undefined;
  for (const entry of shares) {
    const [, { running, queue }] = entry;
    if (queue.length === 0 || running >= limits.mostOfOwner) continue;
    if (!next || running < next[1].running) next = entry;
  }
  return next;
}

export class Admission {
  readonly #lanes: Lane[];
  readonly #byName = new Map<RequestClass, Lane>();
  readonly #pressure: () => Pressure;
  readonly #now: () => number;

  constructor(
    limits: Record<RequestClass, ClassLimits>,
    pressure: () => Pressure,
    now = () => performance.now(),
  ) {
    this.#pressure = pressure;
    this.#now = now;
    this.#lanes = classes.map((name) => ({
      name,
      limits: limits[name],
      running: 0,
      waiting: 0,
      serviceMs: 0,
      shares: new Map(),
    }));
    for (const lane of this.#lanes) this.#byName.set(lane.name, lane);
  }

  /**
   * Starts, queues or refuses the request before it returns. If the queue is full, the owner with
   * the longest part of it loses a request.
   */
  admit(name: RequestClass, request: Waiting): void {
    const lane = this.#lane(name);
    const limit = this.#limitOf(lane);
    const share = lane.shares.get(request.owner) ?? { running: 0, queue: [] };
    if (this.#exceeds(lane, limit, share)) {
      request.refuse();
    } else if (canStart(lane, limit, share)) {
      this.#start(lane, share, request);
    } else {
      if (isQueueFull(lane)) dropLast(lane, longestOf(lane));
      share.queue.push({ request, since: this.#now() });
      lane.waiting += 1;
      lane.shares.set(request.owner, share);
      // The others may wait because their owners have as many places as they may have.
      this.#startNext(lane, limit);
    }
  }

  /** Returns true if a request of the owner would be refused, without preparing one. */
  isFull(name: RequestClass, owner: string): boolean {
    const lane = this.#lane(name);
    const share = lane.shares.get(owner) ?? { running: 0, queue: [] };
    return this.#exceeds(lane, this.#limitOf(lane), share);
  }

  /** Reports that a started request has its response, after `ms`. */
  release(name: RequestClass, owner: string, ms: number): void {
    const lane = this.#lane(name);
    lane.running -= 1;
    lane.serviceMs += (ms - lane.serviceMs) / AVERAGE_OVER;
    const share = lane.shares.get(owner);
    if (share) share.running -= 1;
    if (share?.running === 0 && share.queue.length === 0) lane.shares.delete(owner);
    this.dispatch();
  }

  /** Starts what may start and refuses what has waited too long. To be called regularly. */
  dispatch(): void {
    for (const lane of this.#lanes) {
      if (lane.waiting === 0) continue;
      this.#expire(lane);
      this.#startNext(lane, this.#limitOf(lane));
    }
  }

  /** Counts running and waiting requests by class. */
  load(): Record<RequestClass, { running: number; waiting: number }> {
    const entries = this.#lanes.map(({ name, running, waiting }) => [name, { running, waiting }]);
    return Object.fromEntries(entries);
  }

  #startNext(lane: Lane, limit: number): void {
    while (lane.waiting > 0 && lane.running < limit) {
      const [owner, share] = nextOf(lane) ?? [];
      const head = share?.queue.shift();
      if (owner === undefined || !share || !head) return;
      lane.waiting -= 1;
      // The others are served before its next one.
      lane.shares.delete(owner);
      if (!head.request.isGone()) this.#start(lane, share, head.request);
      else if (share.running > 0 || share.queue.length > 0) lane.shares.set(owner, share);
    }
  }

  #start(lane: Lane, share: Share, request: Waiting): void {
    lane.running += 1;
    share.running += 1;
    lane.shares.set(request.owner, share);
    request.start();
  }

  /** Drops requests whose client disconnected, and refuses those that have waited too long. */
  #expire(lane: Lane): void {
    const now = this.#now();
    for (const [owner, { running, queue }] of lane.shares) {
      for (let head = queue[0]; head; head = queue[0]) {
        const isGone = head.request.isGone();
        if (!isGone && now - head.since <= lane.limits.waitMs) break;
        queue.shift();
        lane.waiting -= 1;
        if (!isGone) head.request.refuse();
      }
      if (running === 0 && queue.length === 0) lane.shares.delete(owner);
    }
  }

  #lane(name: RequestClass): Lane {
    const lane = this.#byName.get(name);
    if (!lane) throw new Error(`no class of requests is named ${name}`);
    return lane;
  }

  #limitOf(lane: Lane): number {
    const { most, least, targetMs, delayMs } = lane.limits;
    const { loopDelayMs, poolWaitMs } = this.#pressure();
    const isPressed = loopDelayMs > delayMs || poolWaitMs > MOST_POOL_WAIT_MS || this.#yields(lane);
    if (isPressed && !isEssential(lane.name)) return least;
    // By Little's law, as many as complete within the target.
    const fitting = lane.serviceMs > targetMs ? (most * targetMs) / lane.serviceMs : most;
    return Math.max(least, Math.floor(fitting));
  }

  /** Returns true if one more request would find the queue full or wait too long. */
  #exceeds(lane: Lane, limit: number, share: Share): boolean {
    const { serviceMs, limits } = lane;
    if (canStart(lane, limit, share)) return false;
    const own = share.queue.length;
    if (isQueueFull(lane) && own + 1 >= longestOf(lane).queue.length) return true;
    let ahead = own;
    for (const other of lane.shares.values()) {
      if (other !== share) ahead += Math.min(other.queue.length, own + 1);
    }
    return ((ahead + 1) * serviceMs) / Math.min(limit, limits.mostOfOwner) > limits.waitMs;
  }

  /** Returns true if requests of a higher priority are waiting. */
  #yields(lane: Lane): boolean {
    for (const other of this.#lanes) {
      if (other === lane) return false;
      if (other.waiting > 0) return true;
    }
    return false;
  }
}
