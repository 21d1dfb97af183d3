// Returns memory to the system after the start and after a load. V8 keeps the pages of a grown heap
// while there is no memory pressure, so a process that was flooded for a minute would hold twice its
// memory for the rest of the day.
import { Session } from "node:inspector/promises";
import { performance } from "node:perf_hooks";
import { log } from "#core/log";

const SAMPLE_MS = 5000;
/** Share of the event loop's time from which a process is under load. */
const BUSY = 0.5;
/** Below this share, a collection of about 100 ms is harmless. */
const IDLE = 0.05;
const IDLE_SAMPLES = 4;

/**
 * Returns a function that takes samples and returns true once after the start and after each load,
 * after 20 idle seconds.
 */
export function loadEndDetector(): (utilization: number) => boolean {
  let wasBusy = true;
  let idleSamples = 0;
  return (utilization) => {
    if (utilization >= BUSY) wasBusy = true;
    idleSamples = utilization < IDLE ? idleSamples + 1 : 0;
    if (!wasBusy || idleSamples < IDLE_SAMPLES) return false;
    wasBusy = false;
    return true;
  };
}

/** Unlike `gc()`, this also returns free pages of the heap to the system. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
}

async function returnMemory(): Promise<void> {
  const before = process.memoryUsage.rss();
  const started = performance.now();
  await collectGarbage();
  const ms = Math.round(performance.now() - started);
  const after = process.memoryUsage.rss();
  log.debug({ event: "memory.returned", before, after, ms }, "memory returned after a load");
}

/** Monitors this process as long as it runs. */
export function returnMemoryAfterLoads(): void {
  const isLoadOver = loadEndDetector();
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (!isLoadOver(utilization)) return;
    returnMemory().catch((error: unknown) =>
      log.warn(
        { event: "memory.return_failed", err: error },
        "could not return memory after a load",
      ),
    );
  }, SAMPLE_MS);
  timer.unref();
}
