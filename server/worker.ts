// `npm run worker`: the worker alone. Any number of them may run beside the servers.
import { log } from "#core/log";
import { startWorker } from "#jobs/worker";
import { atEnd, fail, isEnding, serve } from "#setup/lifecycle";
import { openDatabaseForProcess } from "#setup/with-database";

await serve(async () => {
  await atEnd(await openDatabaseForProcess(log, fail));
  if (isEnding()) return;
  const worker = startWorker();
  await atEnd(() => worker.stop());
  // Said whatever the log level is: other programs wait for it.
  process.stdout.write("The worker runs.\n");
});
