// `npm start` and `npm run dev`, after the renderer: database, demo, build, front and worker.
import { once } from "node:events";
import net from "node:net";
import { projectRoot } from "#core/build";
import { appUrl, env, isProduction } from "#core/env";
import { log } from "#core/log";
import { telemetry } from "#core/telemetry-settings";
import { createFront } from "#http/front";
import type { Shutdown } from "#http/http-server";
import { returnMemoryAfterLoads } from "#http/memory-return";
import { openMonitoringServer } from "#http/monitoring-server";
import type { RendererRun } from "#http/renderer-run";
import { startWorker } from "#jobs/worker";
import { publicPages } from "#public-pages";
import { seed } from "#seed";
import { ensureBuild } from "#setup/build";
import {
  atEnd,
  endingSignal,
  fail,
  isEnding,
  markStarted,
  processState,
  serve,
} from "#setup/lifecycle";
import { openDatabaseForProcess } from "#setup/with-database";
import { startMetrics } from "#telemetry/start-metrics";
import { startTraces } from "#telemetry/start-traces";

const dev = env.NODE_ENV === "development";
const dir = projectRoot();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Checks that the port is free before anything else; 0 chooses one. */
async function choosePort(): Promise<number> {
  const options = { port: env.PORT, host: env.HOST };
  const probe = net
    .createServer()
    .listen({ ...options, ...(env.CT_REUSE_PORT && { reusePort: true }) });
  try {
    await once(probe, "listening");
  } catch (error) {
    throw portError(error);
  }
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : env.PORT;
}

function portError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const where = `${env.HOST}:${process.env["PORT"] ?? env.PORT}`;
  if (code === "EADDRINUSE") {
    return new Error(
      `${where} is already in use. End that program, or choose another port: PORT=3001 npm start`,
    );
  }
  if (code === "EACCES")
    return new Error(`This user may not listen on ${where}. Choose a PORT above 1023.`);
  if (code === "EADDRNOTAVAIL") return new Error(`${env.HOST} is not an address of this machine.`);
  return error;
}

async function build(): Promise<void> {
  const stop = new AbortController();
  await atEnd(async () => stop.abort());
  print("Building pages if they have changed.");
  const started = Date.now();
  const built = await ensureBuild(dir, stop.signal);
  if (built) print(`Built pages in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Ctrl-C does not wait for idle connections. */
function shutdown(): Shutdown {
  if (endingSignal() === "SIGINT") return { delayMs: 0, graceMs: 0 };
  return { delayMs: env.CT_SHUTDOWN_DELAY * 1000, graceMs: env.CT_SHUTDOWN_GRACE * 1000 };
}

async function start(renderer: RendererRun | undefined): Promise<void> {
  const port = await choosePort();
  // For appUrl(), here and in the copy bundled with the pages.
  process.env["PORT"] = String(port);
  if (env.CT_ALLOW_PRIVATE_NETWORK) {
    print("WARNING: CT_ALLOW_PRIVATE_NETWORK=1 allows requests to private networks.");
  }
  // First, because it ends last.
  await atEnd(await startTraces("server"));
  await atEnd(async () => renderer?.stop());
  // Until the build is done, an older version may still serve, so the schema changes afterwards.
  const preparation = dev ? undefined : build();
  await atEnd(await openDatabaseForProcess(log, { onLost: fail, preparation }));
  if (isProduction() && env.CT_MASTER_KEY === undefined) {
    log.warn(
      { event: "secrets.not_encrypted" },
      "CT_MASTER_KEY is not set: secrets in the database are not encrypted",
    );
  }
  const { CT_METRICS_PORT: ownPort } = telemetry.current;
  startMetrics(ownPort);
  const monitoring = await openMonitoringServer({ port: ownPort, processState });
  await atEnd(async () => monitoring?.close());
  const { lines } = await seed();
  await preparation;
  if (isEnding()) return;
  returnMemoryAfterLoads();
  const front = await createFront({ dev, dir, host: env.HOST, port, publicPages, renderer });
  if (env.CT_WORKER) {
    const worker = startWorker();
    await atEnd(() => worker.stop());
  }
  await atEnd(() => front.close(shutdown()));
  await front.listen().catch((error: unknown) => Promise.reject(portError(error)));
  markStarted();
  print(["", `Carbon Till is running at ${appUrl()}`, ...lines, ""].join("\n"));
}

/** Runs until a signal ends it. `renderer` is starting. */
export function run(renderer: RendererRun | undefined): Promise<void> {
  return serve(() => start(renderer));
}
