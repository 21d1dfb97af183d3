// The work of `npm run worker`, once its settings are read.
import { log } from "#core/log";
import { telemetry } from "#core/telemetry-settings";
import { openMonitoringServer } from "#http/monitoring-server";
import { startWorker } from "#jobs/worker";
import { atEnd, fail, isEnding, markStarted, processState, serve } from "#setup/lifecycle";
import { openDatabaseForProcess } from "#setup/with-database";
import { startMetrics } from "#telemetry/start-metrics";
import { startTraces } from "#telemetry/start-traces";

/** Runs until a signal ends it. */
export const runWorker = () =>
  serve(async () => {
    // First, because it ends last.
    await atEnd(await startTraces("worker"));
    await atEnd(await openDatabaseForProcess(log, { onLost: fail }));
    const port = telemetry.current.CT_WORKER_PORT;
    startMetrics(port);
    const monitoring = await openMonitoringServer({ port, processState });
    await atEnd(async () => monitoring?.close());
    if (isEnding()) return;
    const worker = startWorker();
    markStarted();
    await atEnd(() => worker.stop());
    // Printed at any log level, because other programs wait for it.
    process.stdout.write("The worker is running.\n");
  });
