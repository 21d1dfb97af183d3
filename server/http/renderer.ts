// The process that renders pages for the front, which starts it: Next, on a socket of their own.
import fs from "node:fs";
import path from "node:path";
import { closeDatabase, database, moveDatabase } from "#core/db";
import { log } from "#core/log";
import { raiseIdFloor } from "#setup/id-floor";
import { returnMemoryAfterLoads } from "./memory-return";
import type { FromRenderer, ToRenderer } from "./renderer-messages";
import { createRenderer } from "./renderer-server";

const stop = new AbortController();

function send(message: FromRenderer): void {
  // A front that is gone hears nothing; its end is seen below.
  if (process.connected) process.send?.(message, () => undefined);
}

// Ctrl-C and a service manager's SIGTERM reach this process too: when it ends, its front decides.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => undefined);
}
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
let folder: string | undefined;
// However the front ended, there is nobody left to render for, or to tidy up.
process.once("disconnect", () => {
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

process.on("message", (message: ToRenderer) => {
  if (message.type === "ping") {
    followDatabase(message.databaseUrl);
    send({ type: "pong" });
  } else if (message.type === "stop") stop.abort();
  else void serve(message);
});

function followDatabase(url: string | undefined): void {
  if (url !== undefined && url !== process.env["DATABASE_URL"]) moveDatabase(url);
}

async function serve(message: ToRenderer & { type: "serve" }): Promise<void> {
  if (process.platform !== "win32") folder = path.dirname(message.socketPath);
  try {
    await raiseIdFloor(database(), log);
    const renderer = await createRenderer(message);
    returnMemoryAfterLoads();
    send({ type: "ready" });
    if (!stop.signal.aborted) {
      await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
    }
    await renderer.close();
    await closeDatabase();
    process.exit(0);
  } catch (error) {
    log.fatal({ event: "renderer.failed", err: error }, "page renderer could not run");
    process.exit(1);
  }
}
