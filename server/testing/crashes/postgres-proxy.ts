// A proxy before PostgreSQL that sees each statement, and loses what a point says is to be lost.
import net, { type Socket } from "node:net";
import type { Mishap } from "#testing/crashes/points";
import { endsBatch, FrameReader, isReady, StatementNames } from "#testing/crashes/postgres-wire";
import { type Gate, LATE_MS, listening, type Steps } from "#testing/crashes/steps";

interface Link {
  client: Socket;
  server: Socket;
  steps: Steps;
  /** What is to happen to the answer that is awaited, and what came of it so far. */
  held: { mishap: Mishap; chunks: Buffer[]; reader: FrameReader } | null;
}

/** As the kernel does it when a process ends: nothing more comes from it, and all else is lost. */
function cut({ client, server }: Link): void {
  client.destroy();
  server.end();
}

function isDone({ reader }: NonNullable<Link["held"]>, chunk: Buffer): boolean {
  return [...reader.read(chunk)].some(isReady);
}

/** The whole answer is here. */
function settle(link: Link, mishap: Mishap, answer: Buffer): void {
  if (mishap === "after") link.steps.die();
  if (mishap === "lost") cut(link);
  if (mishap === "late") setTimeout(() => link.client.write(answer), LATE_MS);
  if (mishap === "halved") {
    link.client.end(answer.subarray(0, Math.floor(answer.length / 2)));
    link.server.end();
  }
}

function send(link: Link, batch: Buffer, mishap: Mishap | null): void {
  const { server, steps } = link;
  if (mishap === "before") steps.die();
  else if (mishap === "refused") cut(link);
  else server.write(batch);
  if (mishap === "sent") steps.die();
  else if (mishap !== null) link.held = { mishap, chunks: [], reader: new FrameReader(true) };
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
  settle(link, held.mishap, Buffer.concat(held.chunks));
}

function connect(client: Socket, target: URL, steps: Steps): Link {
  const server = net.connect(Number(target.port), target.hostname);
  const link: Link = { client, server, steps, held: null };
  const reader = new FrameReader(false);
  const names = new StatementNames();
  let batch: Buffer[] = [];
  client.setNoDelay(true).on("error", () => {});
  server.setNoDelay(true).on("error", () => {});
  client.on("data", (chunk) => {
    for (const frame of reader.read(chunk)) {
      const step = names.take(frame);
      batch.push(frame.bytes);
      if (!endsBatch(frame)) continue;
      const whole = Buffer.concat(batch);
      batch = [];
      if (!steps.isDead) send(link, whole, step && steps.next(step));
    }
  });
  server.on("data", (chunk) => receive(link, chunk));
  client.on("close", () => server.end());
  server.on("close", () => client.destroy());
  return link;
}

/** Opens it before the database at `url`; its own address leads to the same database. */
export async function openPostgresProxy(
  url: string,
  steps: Steps,
): Promise<Gate & { url: string }> {
  const target = new URL(url);
  const links = new Set<Link>();
  const server = net.createServer((client) => {
    const link = connect(client, target, steps);
    links.add(link);
    client.on("close", () => links.delete(link));
  });
  const port = await listening(server);
  const own = new URL(url);
  own.host = `127.0.0.1:${port}`;
  return {
    url: own.href,
    close() {
      server.close();
      for (const link of links) cut(link);
    },
  };
}
