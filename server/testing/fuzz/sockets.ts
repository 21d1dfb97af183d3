// Fuzzes the API's HTTP server with raw bytes: it must respond below 500 and keep running.
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { listener } from "#rest/listener";
import { publishedContract } from "#testing/api";
import type { Contract } from "#testing/contract/contract";
import { anyRaw, KEY, type RawRequest } from "#testing/fuzz/raw";
import { makeHolder } from "#testing/objects";

/** After an incomplete request the server may wait for more bytes. */
const INCOMPLETE_TIMEOUT_MS = 250;
const RESPONSE_TIMEOUT_MS = 10_000;
const CONCURRENCY = 16;

interface RawResponse {
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface SocketsOutcome {
  sent: number;
  byStatus: Map<number, number>;
  failures: string[];
}

/** Sends the parts and returns the received bytes. */
async function exchange(port: number, { parts, request, hangsUp }: RawRequest): Promise<Buffer> {
  const socket = net.connect(port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (data) => received.push(data)).on("error", () => {});
  const closed = once(socket, "close").catch(() => {});
  const responded = once(socket, "data").catch(() => {});
  for (const part of parts) {
    socket.write(part, "latin1");
    if (parts.length > 1) await sleep(1);
  }
  const timeout = sleep(request ? RESPONSE_TIMEOUT_MS : INCOMPLETE_TIMEOUT_MS, undefined, {
    ref: false,
  });
  if (!hangsUp) await Promise.race([responded, closed, timeout]);
  socket.end();
  await Promise.race([closed, timeout]);
  socket.destroy();
  return Buffer.concat(received);
}

function unchunked(bytes: Buffer): { body: Buffer; length: number } {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (end === -1 || !(size > 0)) return { body: Buffer.concat(pieces), length: at + 5 };
    pieces.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** Returns the first final response in the bytes; null if there is none. */
function firstResponse(bytes: Buffer, isHead: boolean): RawResponse | null {
  const end = bytes.indexOf("\r\n\r\n");
  const [start = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]);
  if (end === -1 || !status) return null;
  const rest = bytes.subarray(end + 4);
  if (status < 200) return firstResponse(rest, isHead);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const isChunked = headers.get("transfer-encoding") === "chunked";
  const length = Number(headers.get("content-length") ?? 0);
  const body = isChunked ? unchunked(rest).body : rest.subarray(0, length);
  return { status, headers, body: isHead ? rest : body };
}

function faultsOf(contract: Contract, raw: RawRequest, bytes: Buffer): string[] {
  const { request } = raw;
  const response = firstResponse(bytes, request?.method === "HEAD");
  // The server closes a CONNECT without a response.
  if (!response) return request && request.method !== "CONNECT" ? ["there was no response"] : [];
  if (response.status >= 500) return [`the status is ${response.status}`];
  if (!request) return [];
  const { pathname } = new URL(request.target, "http://localhost");
  return contract.faultsOf({ ...response, method: request.method, pathname });
}

/** Opens `count` connections and sends bytes drawn from the seed to a server in this process. */
export async function fuzzSockets(options: {
  connections: number;
  seed: number;
}): Promise<SocketsOutcome> {
  const contract = await publishedContract();
  const { token } = await makeHolder();
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const failures: string[] = [];
  const byStatus = new Map<number, number>();
  const broken = (error: unknown) => failures.push(`the server threw ${error}`);
  process.on("unhandledRejection", broken).on("uncaughtException", broken);
  const drawn = fc.sample(anyRaw, { seed: options.seed, numRuns: options.connections });
  const waiting = drawn.entries();
  const work = async () => {
    for (const [place, raw] of waiting) {
      const parts = raw.parts.map((part) => part.replaceAll(KEY, token));
      const bytes = await exchange(port, { ...raw, parts });
      const status = firstResponse(bytes, false)?.status ?? 0;
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      const faults = faultsOf(contract, raw, bytes);
      if (faults.length === 0) continue;
      const sent = JSON.stringify(parts.join("").slice(0, 1000));
      const got = JSON.stringify(bytes.toString("latin1", 0, 1000));
      failures.push(
        [`--seed ${options.seed}, connection ${place}:`, ...faults, sent, got].join("\n"),
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const response = await fetch(`http://127.0.0.1:${port}/v1/openapi.json`);
  if (response.status !== 200) failures.push(`afterwards the server returned ${response.status}`);
  await response.arrayBuffer();
  process.off("unhandledRejection", broken).off("uncaughtException", broken);
  server.closeAllConnections();
  server.close();
  return { sent: drawn.length, byStatus, failures };
}
