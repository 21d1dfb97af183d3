// `npm run worker`: only the worker. Any number of workers may run in addition to the servers.
import { log } from "#core/log";
import { startWorker } from "#jobs/worker";
import { atEnd, fail, isEnding, serve } from "#setup/lifecycle";
import { openDatabaseForProcess } from "#setup/with-database";

await serve(async () => {
  await atEnd(await openDatabaseForProcess(log, fail));
  if (isEnding()) return;
  const worker = startWorker();
  await atEnd(() => worker.stop());
  // Printed at any log level, because other programs wait for it.
  process.stdout.write("The worker is running.\n");
});
