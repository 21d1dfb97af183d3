// A gate before a server that is called over HTTP: Stripe's stand-in, the object store, receivers.
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Mishap } from "#testing/crashes/points";
import { type Gate, LATE_MS, listening, type Steps } from "#testing/crashes/steps";

interface Call {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

function forward(target: string, { method, path, headers, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, target), { method, headers, agent: false });
    request.on("error", reject).on("response", async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: await buffer(response) });
    });
    request.end(body);
  });
}

function reply(response: http.ServerResponse, { status, headers, body }: Answer): void {
  const { "transfer-encoding": _chunked, connection: _hop, ...rest } = headers;
  response.writeHead(status, { ...rest, "content-length": body.length }).end(body);
}

/** All of the head, half of the body, and no more. */
function replyHalf(response: http.ServerResponse, { status, headers, body }: Answer): void {
  const { "transfer-encoding": _chunked, connection: _hop, ...rest } = headers;
  response.writeHead(status, { ...rest, "content-length": body.length + 1 });
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
  if (body.length === 0) response.destroy();
}

const ID = /\/[a-z]{2,4}_[0-9A-Za-z]+|\/[0-9a-f-]{20,}/g;

/** The same for every run: ids are left out. */
function labelOf(name: string, { method, path }: Call): string {
  return `${name} ${method} ${(path.split("?")[0] ?? "").replace(ID, "/…")}`;
}

async function pass(target: string, { call, response, steps, mishap }: Passing): Promise<void> {
  if (mishap === "before") steps.die();
  if (mishap === "before" || mishap === "refused") {
    response.destroy();
    return;
  }
  const answer = await forward(target, call);
  if (mishap === "twice") await forward(target, call);
  if (mishap === "late") await sleep(LATE_MS);
  if (mishap === "after") steps.die();
  if (mishap === "after" || mishap === "lost") response.destroy();
  else if (mishap === "halved") replyHalf(response, answer);
  else reply(response, answer);
}

interface Passing {
  call: Call;
  response: http.ServerResponse;
  steps: Steps;
  mishap: Mishap | null;
}

export interface HttpGate extends Gate {
  url: string;
}

/** Opens a gate to `target`; `steps` tells whose calls they are just now: nobody's are refused. */
export async function openHttpGate(
  name: string,
  target: string,
  steps: () => Steps | null,
): Promise<HttpGate> {
  const server = http.createServer(async (request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const body = await buffer(request).catch(() => null);
    const life = steps();
    if (body === null || !life || life.isDead) {
      response.destroy();
      return;
    }
    const call = { method, path, headers, body };
    const mishap = life.next({ kind: "call", label: labelOf(name, call) });
    await pass(target, { call, response, steps: life, mishap }).catch(() => response.destroy());
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
