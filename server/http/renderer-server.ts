// The renderer's end of the socket: answers its front alone.
import { randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { type RequestInfo, withRequest } from "#core/caller";
import { sha256 } from "#core/crypto";
import { drain } from "./drain";
import { internal } from "./internal-headers";
import { createPageServer } from "./page-server";

const DRAIN_MS = 5000;
/** The front holds its connections open: it closes them, not this end. */
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

/** Serves pages on the socket, to whoever knows the secret. */
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
    };
    void withRequest(info, () => pages.answer(req, res));
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
