// The worker matches orders, sends events, polls payments and runs jobs. Any number may run at
// once.

import { workerContext } from "#core/context";
import { database } from "#core/db";
import { log } from "#core/log";
import { onWork } from "#core/workers";
import { reconcilePayments } from "#domain/checkout";
import { probeInstallation } from "#domain/diagnostics";
import { matchOrders } from "#domain/matching";
import { enqueueChores } from "#domain/queue";
import { startLoop } from "./concurrency";
import { startDeliveries } from "./deliver-events";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { startRegistryRequests } from "./registry-requests";
import { JobSlots, startDueJobs } from "./run-jobs";
import { countMatched } from "./worker-metrics";

/** A shutdown waits this long for mail servers. A job without a reply runs again later. */
const MAX_SEND_AT_END_MS = 60_000;

/** Runs each kind of job in its own slots, so that slow kinds do not delay others. */
function startJobs({ jobs: marks }: Heartbeat): { stop(): Promise<void> } {
  const slots = new JobSlots();
  let hasChores = false;
  const loop = startLoop(async (stopped) => {
    try {
      if (!hasChores) await enqueueChores(database(), new Date());
      hasChores = true;
      await startDueJobs(workerContext(), { slots, marks, stopped });
    } catch (error) {
      marks.failed(error);
      throw error;
    }
  });
  return {
    async stop() {
      await loop.stop();
      await slots.settle(MAX_SEND_AT_END_MS);
      if (slots.running === 0) return;
      log.warn(
        { event: "worker.jobs_unfinished", running: slots.running },
        "worker stopped before all jobs ended; they run again when their leases expire",
      );
    },
  };
}

/** `stop` waits for work in progress. */
export function startWorker(): { stop(): Promise<void> } {
  const heartbeat = startHeartbeat();
  const { watch } = heartbeat;
  void reportProbes();
  const deliveries = startDeliveries((turn) => watch("deliveries", turn));
  const match = watch("matching", async (stopped: () => boolean) => {
    const { matched } = await matchOrders(workerContext(), { database: database(), stopped });
    countMatched(matched);
    if (matched > 0) deliveries.wake();
    return matched;
  });
  const matching = startLoop(match);
  const polling = startLoop(
    watch("payments", (stopped: () => boolean) =>
      reconcilePayments(workerContext(), { database: database(), stopped }),
    ),
  );
  const registries = startRegistryRequests(heartbeat);
  const jobs = startJobs(heartbeat);
  // Only matching is woken by signals. There may be thousands of orders per second, and the other
  // tasks can wait for their next sweep.
  const endSignals = onWork(matching.wake);
  return {
    async stop() {
      endSignals();
      await Promise.all(
        [matching, polling, registries, jobs, deliveries].map((loop) => loop.stop()),
      );
      await heartbeat.stop();
    },
  };
}

/** Logs each configured service that does not work. Never throws. */
export async function reportProbes(): Promise<void> {
  try {
    const results = await probeInstallation(workerContext());
    for (const { part, state, detail } of results) {
      if (state !== "problem") continue;
      log.error({ event: "startup.probe_failed", part, detail }, "configured service unusable");
    }
  } catch (err) {
    log.error({ event: "startup.probes_aborted", err }, "could not test the configured services");
  }
}
