// A proxy before PostgreSQL that lets statements pass one at a time, in an order that chance draws: the
// races of commands at once, made frequent, and the same again for the same seed.
import net, { type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endsBatch, FrameReader, isReady, StatementNames } from "#testing/crashes/postgres-wire";
import { listening } from "#testing/crashes/steps";

/** How long to wait for more statements to choose from. */
const GATHER_MS = 2;
/** A statement that is not answered by then waits for another transaction's lock. */
const STUCK_MS = 15;

export interface Interleaver {
  /** Its address; it leads to the same database. */
  url: string;
  /** Draws the order of the statements until the work is done. */
  during<T>(seed: number, work: () => Promise<T>): Promise<T>;
  /** The statements of the last work, in the order in which they passed. */
  trace: readonly string[];
  close(): void;
}

interface Waiting {
  label: string;
  /** Sends it; resolves when it is answered. */
  send(): Promise<void>;
}

/** Numbers that look drawn, always the same for a seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Gate {
  readonly trace: string[] = [];
  readonly waiting: Waiting[] = [];
  isClosed = false;

  submit(statement: Waiting): void {
    if (this.isClosed) this.waiting.push(statement);
    else void statement.send();
  }

  /** Lets what waits pass, one after the other, until `isDone`. */
  async letPass(draw: (below: number) => number, isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      await sleep(GATHER_MS);
      const [next] = this.waiting.splice(draw(this.waiting.length), 1);
      if (!next) continue;
      this.trace.push(next.label);
      await Promise.race([next.send(), sleep(STUCK_MS)]);
    }
  }

  open(): void {
    this.isClosed = false;
    for (const { send } of this.waiting.splice(0)) void send();
  }
}

function connect(client: Socket, target: URL, gate: Gate): Socket {
  const server = net.connect(Number(target.port), target.hostname);
  const sent = new FrameReader(false);
  const answers = new FrameReader(true);
  const names = new StatementNames();
  const answered: (() => void)[] = [];
  let batch: Buffer[] = [];
  client.setNoDelay(true).on("error", () => {});
  server.setNoDelay(true).on("error", () => {});
  client.on("data", (chunk) => {
    for (const frame of sent.read(chunk)) {
      const step = names.take(frame);
      batch.push(frame.bytes);
      if (!endsBatch(frame)) continue;
      const whole = Buffer.concat(batch);
      batch = [];
      if (!step) {
        server.write(whole);
        continue;
      }
      const send = () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        answered.push(resolve);
        server.write(whole);
        return promise;
      };
      gate.submit({ label: `${client.remotePort} ${step.label}`, send });
    }
  });
  server.on("data", (chunk) => {
    client.write(chunk);
    for (const frame of answers.read(chunk)) if (isReady(frame)) answered.shift()?.();
  });
  client.on("close", () => server.end());
  server.on("close", () => {
    client.destroy();
    for (const resolve of answered) resolve();
  });
  return client;
}

/** Opens it before the database at `url`. */
export async function openInterleaver(url: string): Promise<Interleaver> {
  const target = new URL(url);
  const gate = new Gate();
  const clients = new Set<Socket>();
  const server = net.createServer((client) => {
    clients.add(connect(client, target, gate));
    client.on("close", () => clients.delete(client));
  });
  const own = new URL(url);
  own.host = `127.0.0.1:${await listening(server)}`;
  return {
    url: own.href,
    trace: gate.trace,
    async during(seed, work) {
      gate.trace.length = 0;
      gate.isClosed = true;
      let isDone = false;
      const passing = gate.letPass(drawing(seed), () => isDone);
      try {
        return await work();
      } finally {
        isDone = true;
        gate.open();
        await passing;
      }
    },
    close() {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}
