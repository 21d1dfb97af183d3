// Serves the dashboard, tRPC, sign-in and static files with Next.

import { randomBytes } from "node:crypto";
import fs from "node:fs";
import type http from "node:http";
import path from "node:path";
import next from "next";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { currentRequestId } from "#core/caller";
import { log } from "#core/log";
import { contentSecurityPolicy } from "#core/page-headers";
import { isDecodable } from "#core/text";
import { loggedPath, pathOf } from "./request-class";

/** Pages that need Next's runtime; all others set their own headers. */
const DASHBOARD = /^\/admin([/?]|$)/;
/** Request headers that Next trusts as set by its own server. */
const RESERVED = ["content-security-policy", "content-security-policy-report-only"];

interface Options {
  dev: boolean;
  dir: string;
  host: string;
  port: number;
  server: http.Server;
}

export interface PageServer {
  handle(req: http.IncomingMessage, res: http.ServerResponse): Promise<void>;
  close(): Promise<void>;
}

function prepare(req: http.IncomingMessage, res: http.ServerResponse, dev: boolean): void {
  for (const name of RESERVED) delete req.headers[name];
  dropUnreadableRouterState(req.headers);
  if (!DASHBOARD.test(req.url ?? "")) return;
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, { dev });
  // Next copies the nonce from the request's policy to every script that it writes.
  req.headers["content-security-policy"] = policy;
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
}

/** Next's own server of a packed build does the same: the tools that load the file are not there. */
function applySettingsOfBuild(dir: string): void {
  const text = fs.readFileSync(path.join(dir, ".next/required-server-files.json"), "utf8");
  const { config } = JSON.parse(text) as { config: unknown };
  process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"] = JSON.stringify(config);
}

/** `dir` contains Next's build, or the source with `dev`. */
export async function createPageServer(options: Options): Promise<PageServer> {
  const { dev, dir, host, port, server } = options;
  if (!dev) applySettingsOfBuild(dir);
  const app = next({ dev, dir, hostname: host, port, httpServer: server });
  await app.prepare();
  const handleByNext = app.getRequestHandler();
  return {
    async handle(req, res) {
      const url = req.url ?? "";
      // Next responds with 500 to a path that it cannot decode.
      if (!url.startsWith("/") || !isDecodable(pathOf(url))) req.url = "/an-address-that-cannot-be";
      prepare(req, res, dev);
      try {
        await handleByNext(req, res);
      } catch (error) {
        const address = loggedPath(req.url ?? "");
        const requestId = currentRequestId();
        log.error({ event: "page.failed", err: error, path: address, requestId }, "page failed");
        if (!res.headersSent) res.writeHead(500);
        res.end();
      }
    },
    close: () => app.close(),
  };
}

const NAME = "next-router-state-tree";

/**
 * Next responds with 500 to a router state that it cannot read, and with the whole page without
 * one.
 */
export function dropUnreadableRouterState(headers: http.IncomingHttpHeaders): void {
  try {
    parseAndValidateFlightRouterState(headers[NAME]);
  } catch {
    delete headers[NAME];
  }
}
