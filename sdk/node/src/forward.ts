// Receives events on this machine and forwards them as they are.
import { once } from "node:events";
import http from "node:http";

/** As long as Carbon Till waits for a response. */
const TIMEOUT_MS = 15_000;
const SIGNED = ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"] as const;

export interface Forwarded {
  id: string;
  type: string;
  /** Null if there was no response. */
  status: number | null;
  durationMs: number;
}

interface Options {
  forwardTo: string;
  onTest: (id: string) => void;
  onForwarded: (forwarded: Forwarded) => void;
}

async function bytesOf(request: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function typeOf(body: Uint8Array): string {
  try {
    return String(JSON.parse(new TextDecoder().decode(body)).type);
  } catch {
    return "unknown";
  }
}

async function forward({ headers }: http.IncomingMessage, body: BodyInit, url: string) {
  const sent = SIGNED.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const init = { method: "POST", headers: sent, body, redirect: "manual", signal } as const;
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

/** Starts the receiver, and returns its port on 127.0.0.1. */
export async function startReceiver({ forwardTo, onTest, onForwarded }: Options) {
  const server = http.createServer(async (request, response) => {
    const id = String(request.headers["webhook-id"] ?? "");
    const body = await bytesOf(request);
    if (id.startsWith("evt_test")) {
      onTest(id);
      response.writeHead(204).end();
      return;
    }
    const startedAt = performance.now();
    const result = await forward(request, body, forwardTo).catch(() => null);
    const durationMs = Math.round(performance.now() - startedAt);
    onForwarded({ id, type: typeOf(body), status: result?.status ?? null, durationMs });
    // Anything but 2xx makes Carbon Till send the event again.
    response.writeHead(result?.status ?? 502).end(result?.text ?? "nothing listens there");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, close };
}
