import { monitorEventLoopDelay } from "node:perf_hooks";

/** The latest measurements. */
export interface Pressure {
  loopDelayMs: number;
  /** Longest current wait for a database connection. */
  poolWaitMs: number;
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
