// A proxy in front of PostgreSQL that sees each statement and injects the failure of a point.
import type { Socket } from "node:net";
import type { Failure } from "#testing/crashes/points";
import { LATE_MS, type Steps } from "#testing/crashes/steps";
import { BatchReader, FrameReader, isReady } from "#testing/world/postgres-wire";
import { openTcpGate, type TcpGate } from "#testing/world/tcp-gate";

interface Link {
  client: Socket;
  server: Socket;
  steps: Steps;
  /** Failure to apply to the pending response, and the bytes received so far. */
  held: { failure: Failure; chunks: Buffer[]; reader: FrameReader } | null;
}

/** Cuts like a kernel when a process ends: it sends nothing more and drops what arrives. */
function cut({ client, server }: Link): void {
  client.destroy();
  server.end();
}

function isDone({ reader }: NonNullable<Link["held"]>, chunk: Buffer): boolean {
  return [...reader.read(chunk)].some(isReady);
}

/** Applies the failure to a complete response. */
function settle(link: Link, failure: Failure, response: Buffer): void {
  if (failure === "after") link.steps.kill();
  if (failure === "lost") cut(link);
  if (failure === "late") setTimeout(() => link.client.write(response), LATE_MS);
  if (failure === "halved") {
    link.client.end(response.subarray(0, Math.floor(response.length / 2)));
    link.server.end();
  }
}

function send(link: Link, batch: Buffer, failure: Failure | null): void {
  const { server, steps } = link;
  if (failure === "before") steps.kill();
  else if (failure === "refused") cut(link);
  else server.write(batch);
  if (failure === "sent") steps.kill();
  else if (failure !== null) link.held = { failure, chunks: [], reader: new FrameReader(true) };
}

function receive(link: Link, chunk: Buffer): void {
  const { held } = link;
  if (!held) {
    link.client.write(chunk);
    return;
  }
  held.chunks.push(chunk);
  if (!isDone(held, chunk)) return;
  link.held = null;
  settle(link, held.failure, Buffer.concat(held.chunks));
}

function connect(client: Socket, server: Socket, steps: Steps): () => void {
  const link: Link = { client, server, steps, held: null };
  const batches = new BatchReader();
  client.on("data", (chunk) => {
    for (const { statement, bytes } of batches.read(chunk)) {
      if (!steps.isKilled) send(link, bytes, statement && steps.next(statement));
    }
  });
  server.on("data", (chunk) => receive(link, chunk));
  client.on("close", () => server.end());
  server.on("close", () => client.destroy());
  return () => cut(link);
}

/** Opens the proxy in front of the database at `url`; its URL has the same database name. */
export function openPostgresProxy(url: string, steps: Steps): Promise<TcpGate> {
  return openTcpGate(url, (client, server) => connect(client, server, steps));
}
