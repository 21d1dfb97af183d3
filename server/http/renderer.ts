// The renderer: a process of its own that serves Next and certificates' PDFs on a socket for the front,
// which starts it.
import { randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RequestInfo, traceIdIn, withRequest } from "#core/caller";
import { sha256 } from "#core/crypto";
import { closeDatabase, database, moveDatabase } from "#core/db";
import { log } from "#core/log";
import {
  certificatePdfListener,
  isCertificatePdf,
  prepareCertificatePdfs,
} from "#rest/certificate-pdf";
import { raiseIdFloor } from "#setup/id-floor";
import { startTraces } from "#telemetry/start-traces";
import { returnMemoryAfterLoads } from "./memory-return";
import { createPageServer, type PageServer } from "./page-server";
import { type FromRenderer, internal, type ToRenderer } from "./renderer-protocol";
import { isRead } from "./request-class";
import { withRendererSpan } from "./request-span";

const DRAIN_MS = 5000;
/** Connections are closed by the front, not by the renderer. */
const KEEP_ALIVE_MS = 10 * 60_000;

interface Options {
  socketPath: string;
  secret: string;
  host: string;
  port: number;
}

function take(req: http.IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  delete req.headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The preparation of PDFs waits for these: the start, and requests for PDFs. */
const urgent = new Set<Promise<unknown>>();

function first<T>(work: Promise<T>): Promise<T> {
  const done = work.finally(() => urgent.delete(done));
  urgent.add(done);
  return done;
}

async function handle(
  pages: PageServer,
  req: http.IncomingMessage,
  res: http.ServerResponse,
): Promise<void> {
  if (isRead(req) && isCertificatePdf(req.url ?? "")) {
    await first(certificatePdfListener(req, res));
  } else await pages.handle(req, res);
}

/** Serves only requests with the secret. */
export async function createRenderer({ socketPath, secret, host, port }: Options) {
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const pages = await createPageServer({ dev: false, dir: process.cwd(), host, port, server });
  const expected = sha256(secret);
  server.on("request", (req, res) => {
    if (!timingSafeEqual(sha256(take(req, internal.secret) ?? ""), expected)) {
      res.writeHead(403).end();
      return;
    }
    const info: RequestInfo = {
      caller: take(req, internal.caller) ?? "unknown",
      address: take(req, internal.address) ?? "unknown",
      requestId: take(req, internal.requestId) || randomUUID(),
      ...traceIdIn(req),
    };
    void withRequest(info, () =>
      withRendererSpan({ req, res, info }, () => handle(pages, req, res)),
    );
  });
  server.listen(socketPath);
  await once(server, "listening");
  return {
    async close() {
      await drain(server, DRAIN_MS);
      await pages.close();
    },
  };
}

export async function drain(server: http.Server, longestMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy at the close becomes idle later and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, sleep(longestMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}

const stop = new AbortController();

function send(message: FromRenderer): void {
  // If the front has ended, "disconnect" below handles it.
  if (process.connected) process.send?.(message, () => undefined);
}

// Ctrl-C and SIGTERM reach this process, too, but its front decides when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => undefined);
}
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
let folder: string | undefined;
let isServing = false;
// Without the front there is nothing left to do, however it ended.
process.once("disconnect", () => {
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

process.on("message", (message: ToRenderer) => {
  if (message.type === "ping") {
    followDatabase(message.databaseUrl);
    send({ type: "pong" });
  } else if (message.type === "stop") {
    stop.abort();
    if (!isServing) process.exit(0);
  } else {
    isServing = true;
    // For appUrl().
    process.env["PORT"] = String(message.port);
    followDatabase(message.databaseUrl);
    void serve(message);
  }
});

function followDatabase(url: string | undefined): void {
  if (url !== undefined && url !== process.env["DATABASE_URL"]) moveDatabase(url);
}

/** Renders sample certificates whenever nothing urgent is under way: the first takes a second. */
async function prepare(): Promise<void> {
  const awaitTurn = async () => {
    while (urgent.size > 0) await Promise.allSettled(urgent);
    return !stop.signal.aborted;
  };
  try {
    await prepareCertificatePdfs(awaitTurn);
  } catch (error) {
    log.warn({ event: "renderer.warm_up_failed", err: error }, "could not prepare the renderer");
  }
}

async function open(message: ToRenderer & { type: "serve" }) {
  const endTraces = await startTraces("renderer");
  await raiseIdFloor(database(), log);
  const renderer = await createRenderer(message);
  return { renderer, endTraces };
}

async function serve(message: ToRenderer & { type: "serve" }): Promise<void> {
  if (process.platform !== "win32") folder = path.dirname(message.socketPath);
  try {
    const { renderer, endTraces } = await first(open(message));
    returnMemoryAfterLoads();
    send({ type: "ready" });
    if (!stop.signal.aborted) {
      await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
    }
    await renderer.close();
    await closeDatabase();
    await endTraces();
    process.exit(0);
  } catch (error) {
    log.fatal({ event: "renderer.failed", err: error }, "renderer failed");
    process.exit(1);
  }
}

// Begins before the front is ready to serve, while it opens its database.
void prepare();
