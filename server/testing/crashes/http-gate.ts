// A gate in front of an HTTP server: the fake Stripe, the object store, receivers.
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "#testing/crashes/points";
import { LATE_MS, type Steps } from "#testing/crashes/steps";
import { type Gate, listening } from "#testing/world/tcp-gate";

interface Call {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

function forward(target: string, { method, path, headers, body }: Call): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, target), { method, headers, agent: false });
    request.on("error", reject).on("response", async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: await buffer(response) });
    });
    request.end(body);
  });
}

function reply(response: http.ServerResponse, { status, headers, body }: HttpResponse): void {
  const { "transfer-encoding": _chunked, connection: _hop, ...rest } = headers;
  response.writeHead(status, { ...rest, "content-length": body.length }).end(body);
}

/** Sends the full head and half of the body, then breaks the connection. */
function replyHalf(response: http.ServerResponse, { status, headers, body }: HttpResponse): void {
  const { "transfer-encoding": _chunked, connection: _hop, ...rest } = headers;
  response.writeHead(status, { ...rest, "content-length": body.length + 1 });
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
  if (body.length === 0) response.destroy();
}

const ID = /\/[a-z]{2,4}_[0-9A-Za-z]+|\/[0-9a-f-]{20,}/g;

/** Label without ids, so that it is the same in every run. */
function labelOf(name: string, { method, path }: Call): string {
  return `${name} ${method} ${(path.split("?")[0] ?? "").replace(ID, "/…")}`;
}

async function pass(target: string, { call, response, steps, failure }: Passing): Promise<void> {
  if (failure === "before") steps.kill();
  if (failure === "before" || failure === "refused") {
    response.destroy();
    return;
  }
  const result = await forward(target, call);
  if (failure === "twice") await forward(target, call);
  if (failure === "late") await sleep(LATE_MS);
  if (failure === "after") steps.kill();
  if (failure === "after" || failure === "lost") response.destroy();
  else if (failure === "halved") replyHalf(response, result);
  else reply(response, result);
}

interface Passing {
  call: Call;
  response: http.ServerResponse;
  steps: Steps;
  failure: Failure | null;
}

export interface HttpGate extends Gate {
  url: string;
}

/**
 * Opens a gate to `target`; `steps` returns the present lifetime's steps, or null to refuse calls.
 */
export async function openHttpGate(
  name: string,
  target: string,
  steps: () => Steps | null,
): Promise<HttpGate> {
  const server = http.createServer(async (request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const body = await buffer(request).catch(() => null);
    const life = steps();
    if (body === null || !life || life.isKilled) {
      response.destroy();
      return;
    }
    const call = { method, path, headers, body };
    const failure = life.next({ kind: "call", label: labelOf(name, call) });
    await pass(target, { call, response, steps: life, failure }).catch(() => response.destroy());
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
