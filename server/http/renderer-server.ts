// The renderer: a process of its own that serves Next and certificates' PDFs on a socket for the front,
// which starts it.
import { randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RequestInfo, traceIdIn, traceIdOf, withRequest } from "#core/caller";
import { sha256 } from "#core/crypto";
import { closeDatabase, database, moveDatabase } from "#core/db";
import { log } from "#core/log";
import { currentTracer } from "#core/tracing";
import {
  certificatePdfListener,
  isCertificatePdf,
  prepareCertificatePdfs,
} from "#rest/certificate-pdf";
import { raiseIdFloor } from "#setup/id-floor";
import { startTraces } from "#telemetry/start-traces";
import { returnMemoryAfterLoads } from "./memory-return";
import type { PageServer } from "./page-server";
import { type FromRenderer, internal, type ToRenderer } from "./renderer-protocol";
import { isRead } from "./request-class";

const DRAIN_MS = 5000;
/** Connections are closed by the front, not by the renderer. */
const KEEP_ALIVE_MS = 10 * 60_000;

type Serve = ToRenderer & { type: "serve" };

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

/** `pages` is undefined until the dashboard is built. */
async function handle(
  pages: PageServer | undefined,
  req: http.IncomingMessage,
  res: http.ServerResponse,
): Promise<void> {
  if (isRead(req) && isCertificatePdf(req.url ?? "")) {
    await first(certificatePdfListener(req, res));
  } else if (pages) await pages.handle(req, res);
  else res.writeHead(503).end();
}

interface Rendered {
  req: http.IncomingMessage;
  res: http.ServerResponse;
  info: RequestInfo;
}

/** Part of the front's span, which has the route. */
function withSpan<T>({ req, res, info }: Rendered, handle: () => T): T {
  const tracer = currentTracer();
  if (tracer === null || req.headers["traceparent"] === undefined) return handle();
  const traceId = traceIdOf(info);
  const span = tracer.startRemote({ name: "render", headers: req.headers, traceId });
  res.once("close", () => {
    const attributes = { "http.response.status_code": res.statusCode };
    span.end({ attributes, hasFailed: res.statusCode >= 500 });
  });
  return span.within(handle);
}

/** Serves only requests with the secret. */
async function createRenderer({ socketPath, secret, host, port, isBuilt }: Serve) {
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  let pages: PageServer | undefined;
  const openDashboard = async () => {
    const { createPageServer } = await import("./page-server");
    pages = await createPageServer({ dev: false, dir: process.cwd(), host, port, server });
  };
  if (isBuilt) await openDashboard();
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
      url: req.url ?? "/",
      ...traceIdIn(req),
    };
    void withRequest(info, () => withSpan({ req, res, info }, () => handle(pages, req, res)));
  });
  server.listen(socketPath);
  await once(server, "listening");
  return {
    openDashboard,
    async close() {
      await drain(server, DRAIN_MS);
      await pages?.close();
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
let serving: ReturnType<typeof open> | undefined;
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
    if (!serving) process.exit(0);
  } else if (message.type === "open-dashboard") {
    void orFail(openDashboard());
  } else {
    // For appUrl().
    process.env["PORT"] = String(message.port);
    followDatabase(message.databaseUrl);
    if (process.platform !== "win32") folder = path.dirname(message.socketPath);
    serving = first(open(message));
    void orFail(serve(serving));
  }
});

async function orFail(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.fatal({ event: "renderer.failed", err: error }, "renderer failed");
    process.exit(1);
  }
}

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

async function open(message: Serve) {
  const endTraces = await startTraces("renderer");
  await raiseIdFloor(database(), log);
  const renderer = await createRenderer(message);
  return { renderer, endTraces };
}

async function openDashboard(): Promise<void> {
  const { renderer } = (await serving) ?? {};
  await renderer?.openDashboard();
  send({ type: "dashboard-open" });
}

async function serve(opening: ReturnType<typeof open>): Promise<void> {
  const { renderer, endTraces } = await opening;
  returnMemoryAfterLoads();
  send({ type: "ready" });
  if (!stop.signal.aborted) {
    await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
  }
  await renderer.close();
  await closeDatabase();
  await endTraces();
  process.exit(0);
}

// Begins before the front is ready to serve, while it opens its database.
void prepare();
// Next takes as long to load as the front takes to open its database. Without a build it waits.
if (fs.existsSync(".next/BUILD_ID")) void import("./page-server");
