// A proxy in front of PostgreSQL that passes statements one at a time in a random order: it makes
// races between concurrent commands frequent, and repeats them for the same seed.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { BatchReader, FrameReader, isReady } from "#testing/world/postgres-wire";
import { openTcpGate } from "#testing/world/tcp-gate";

/** Wait for more statements to choose from. */
const GATHER_MS = 2;
/** A statement without a response by then waits for another transaction's lock. */
const STUCK_MS = 15;

export interface Interleaver {
  /** Database URL through the proxy. */
  url: string;
  /** Passes statements in an order drawn from the seed until the work is done. */
  during<T>(seed: number, work: () => Promise<T>): Promise<T>;
  /** Statements of the last `during`, in the order in which they passed. */
  trace: readonly string[];
  close(): void;
}

interface Waiting {
  label: string;
  /** Sends the statement and waits for its response. */
  send(): Promise<void>;
}

/** Linear congruential generator: returns the same numbers for the same seed. */
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

  /** Passes waiting statements, one after the other, until `isDone`. */
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

function connect(client: Socket, server: Socket, gate: Gate): () => void {
  const batches = new BatchReader();
  const responses = new FrameReader(true);
  const pending: (() => void)[] = [];
  client.on("data", (chunk) => {
    for (const { statement, bytes } of batches.read(chunk)) {
      if (!statement) {
        server.write(bytes);
        continue;
      }
      const send = () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        pending.push(resolve);
        server.write(bytes);
        return promise;
      };
      gate.submit({ label: `${client.remotePort} ${statement.label}`, send });
    }
  });
  server.on("data", (chunk) => {
    client.write(chunk);
    for (const frame of responses.read(chunk)) if (isReady(frame)) pending.shift()?.();
  });
  client.on("close", () => server.end());
  server.on("close", () => {
    client.destroy();
    for (const resolve of pending) resolve();
  });
  return () => client.destroy();
}

/** Opens the proxy in front of the database at `url`. */
export async function openInterleaver(url: string): Promise<Interleaver> {
  const gate = new Gate();
  const proxy = await openTcpGate(url, (client, server) => connect(client, server, gate));
  return {
    url: proxy.url,
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
    close: proxy.close,
  };
}
