// `npm start` and `npm run dev`, after the renderer: database, demo, front and worker. The dashboard is
// built, and the demo filled, while they serve.
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
import { hasUnfilledYear, seed } from "#seed";
import { runApart } from "#setup/background";
import { isBuilt } from "#setup/build";
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

const LOCAL_ONLY =
  "  Network       only this machine can open it; HOST=0.0.0.0 npm start opens it to others";

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

/** Runs a program beside this one. Resolves to the seconds that it took. */
async function inBackground(...program: Parameters<typeof runApart>): Promise<number> {
  const startedAt = performance.now();
  const work = runApart(...program);
  await atEnd(() => work.stop());
  await work.done;
  return Math.round((performance.now() - startedAt) / 1000);
}

/** Returns undefined if there is nothing to build. Sales go on if it fails. */
function startBuild(): Promise<void> | undefined {
  if (dev || isBuilt(dir)) return undefined;
  return inBackground("server/build.ts", ["--gently"]).then(
    (seconds) => log.info({ event: "dashboard.built", seconds }, "dashboard is built"),
    (error: Error) => {
      const reason = error.message;
      if (!isEnding()) {
        log.error({ event: "dashboard.build_failed", reason }, "dashboard could not be built");
      }
      throw error;
    },
  );
}

async function fillDemo(): Promise<void> {
  if (env.CT_DEMO !== "full" || !(await hasUnfilledYear())) return;
  try {
    const seconds = await inBackground("server/demo.ts");
    log.info({ event: "demo.filled", seconds }, "demo account has a year of sales");
  } catch (error) {
    if (isEnding()) return;
    log.warn({ event: "demo.fill_failed", err: error }, "demo account is incomplete");
  }
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
  const build = startBuild();
  build?.catch(() => undefined);
  await atEnd(await openDatabaseForProcess(log, { onLost: fail, preparation: build }));
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
  if (isEnding()) return;
  returnMemoryAfterLoads();
  const options = { dev, dir, host: env.HOST, port };
  const front = await createFront({ ...options, publicPages, renderer, build });
  if (env.CT_WORKER) {
    const worker = startWorker();
    await atEnd(() => worker.stop());
  }
  await atEnd(() => front.close(shutdown()));
  await front.listen().catch((error: unknown) => Promise.reject(portError(error)));
  markStarted();
  const dashboard = `  Dashboard     ${appUrl()}/admin${build ? " (is being built: a minute or two)" : ""}`;
  const network = env.HOST === "127.0.0.1" ? [LOCAL_ONLY] : [];
  print(
    ["", `Carbon Till is running at ${appUrl()}`, dashboard, ...network, ...lines, ""].join("\n"),
  );
  void fillDemo();
}

/** Runs until a signal ends it. `renderer` is starting. */
export function run(renderer: RendererRun | undefined): Promise<void> {
  return serve(() => start(renderer));
}
