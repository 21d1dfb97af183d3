// Decides which requests run now, which wait, and which are refused: bounded queues by class,
// served in order of priority, that shrink while the process is under pressure.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { classes, type RequestClass } from "./request-class";

export interface ClassLimits {
  /** Requests that may run at once. */
  most: number;
  /** The same under pressure; never 0. */
  least: number;
  /** Requests that may wait. */
  queue: number;
  /** A request that would wait longer is refused on arrival. */
  waitMs: number;
  /** Fewer requests run at once while they take longer than this. */
  targetMs: number;
  /** Event-loop delay above which the class is under pressure. */
  delayMs: number;
}

/** The latest measurements. */
export interface Pressure {
  loopDelayMs: number;
  /** Longest current wait for a database connection. */
  poolWaitMs: number;
}

export interface Waiting {
  start(): void;
  refuse(): void;
  /** The client has disconnected. */
  isGone(): boolean;
}

interface Lane {
  name: RequestClass;
  limits: ClassLimits;
  running: number;
  /** Moving average of the time per request. */
  serviceMs: number;
  queue: { request: Waiting; since: number }[];
}

const MOST_POOL_WAIT_MS = 150;
const AVERAGE_OVER = 32;

/** Not limited under pressure; the other classes make room for them. */
const ESSENTIAL: ReadonlySet<RequestClass> = new Set(["payments", "sales"]);

/** Derives the limits of each class from the number of orders that may run at once. */
export function classLimits(sales: number): Record<RequestClass, ClassLimits> {
  const always = Number.POSITIVE_INFINITY;
  const of = (most: number, least: number, rest: Partial<ClassLimits>): ClassLimits => ({
    most,
    least,
    queue: most * 2,
    waitMs: 1000,
    targetMs: 1000,
    delayMs: 100,
    ...rest,
  });
  return {
    payments: of(192, 32, { delayMs: always, waitMs: 2000, targetMs: 2000 }),
    // More at once would only wait for the same few database connections and cost memory. A burst
    // waits before anything of it is read.
    sales: of(sales, Math.min(sales, 32), {
      queue: sales * 8,
      delayMs: always,
      waitMs: 2000,
      targetMs: 2000,
    }),
    checkout: of(32, 8, { delayMs: 250 }),
    api: of(96, 16, { delayMs: 200 }),
    dashboard: of(48, 12, { delayMs: 150, waitMs: 2000, targetMs: 2000 }),
    assets: of(64, 16, { delayMs: 150, waitMs: 2000 }),
    unproven: of(16, 4, { delayMs: 100 }),
    pages: of(24, 4, { delayMs: 80 }),
    docs: of(8, 2, { delayMs: 60 }),
  };
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
      serviceMs: 0,
      queue: [],
    }));
    for (const lane of this.#lanes) this.#byName.set(lane.name, lane);
  }

  /** Starts, queues or refuses the request before it returns. */
  admit(name: RequestClass, request: Waiting): void {
    const lane = this.#lane(name);
    const limit = this.#limitOf(lane);
    if (this.#exceeds(lane, limit)) {
      request.refuse();
    } else if (lane.queue.length === 0 && lane.running < limit) {
      lane.running += 1;
      request.start();
    } else {
      lane.queue.push({ request, since: this.#now() });
    }
  }

  /** Returns true if a request of the class would be refused, without preparing one. */
  isFull(name: RequestClass): boolean {
    const lane = this.#lane(name);
    return this.#exceeds(lane, this.#limitOf(lane));
  }

  /** Reports that a started request has its response, after `ms`. */
  release(name: RequestClass, ms: number): void {
    const lane = this.#lane(name);
    lane.running -= 1;
    lane.serviceMs += (ms - lane.serviceMs) / AVERAGE_OVER;
    this.dispatch();
  }

  /** Starts what may start and refuses what has waited too long. To be called regularly. */
  dispatch(): void {
    const now = this.#now();
    for (const lane of this.#lanes) {
      if (lane.queue.length === 0) continue;
      const limit = this.#limitOf(lane);
      while (lane.queue.length > 0) {
        const head = lane.queue[0];
        if (!head) break;
        const isLate = now - head.since > lane.limits.waitMs;
        if (!isLate && lane.running >= limit) break;
        lane.queue.shift();
        if (head.request.isGone()) continue;
        if (isLate) {
          head.request.refuse();
          continue;
        }
        lane.running += 1;
        head.request.start();
      }
    }
  }

  /** Counts running and waiting requests by class. */
  load(): Record<RequestClass, { running: number; waiting: number }> {
    const entries = this.#lanes.map(({ name, running, queue }) => [
      name,
      { running, waiting: queue.length },
    ]);
    return Object.fromEntries(entries);
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
    if (isPressed && !ESSENTIAL.has(lane.name)) return least;
    // By Little's law, as many as complete within the target.
    const fitting = lane.serviceMs > targetMs ? (most * targetMs) / lane.serviceMs : most;
    return Math.max(least, Math.floor(fitting));
  }

  /** Returns true if one more request would find the queue full or wait too long. */
  #exceeds({ queue, running, serviceMs, limits }: Lane, limit: number): boolean {
    if (queue.length === 0 && running < limit) return false;
    const expectedMs = ((queue.length + 1) * serviceMs) / limit;
    return queue.length >= limits.queue || expectedMs > limits.waitMs;
  }

  /** Returns true if requests of a higher priority are waiting. */
  #yields(lane: Lane): boolean {
    for (const other of this.#lanes) {
      if (other === lane) return false;
      if (other.queue.length > 0) return true;
    }
    return false;
  }
}

const RESOLUTION_MS = 10;
const SAMPLE_MS = 50;

export interface PressureGauge {
  /** Returns the latest measurement. */
  read(): Pressure;
  stop(): void;
}

/** Calls `tick` after each measurement. */
export function openPressureGauge(poolWaitMs: () => number, tick: () => void): PressureGauge {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const pressure: Pressure = { loopDelayMs: 0, poolWaitMs: 0 };
  let sampledAt = performance.now();
  const sample = () => {
    const now = performance.now();
    const lateMs = Math.max(0, now - sampledAt - SAMPLE_MS);
    const mean = Number.isNaN(histogram.mean) ? 0 : histogram.mean / 1e6;
    histogram.reset();
    sampledAt = now;
    // Halves older measurements, so a single pause is soon forgotten.
    const measured = Math.max(lateMs, mean - RESOLUTION_MS, 0);
    pressure.loopDelayMs = (pressure.loopDelayMs + measured) / 2;
    pressure.poolWaitMs = poolWaitMs();
    tick();
  };
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  return {
    read: () => pressure,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
