// Monitors the embedded PostgreSQL by one connection, and restarts it when it is lost.
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#core/log";

const PAUSES_MS = [0, 1000, 3000];
const CONNECT_MS = 5000;

interface Keeping {
  url: string;
  /** Finds the server running again, or starts it. Returns its URL. */
  restore(): Promise<string>;
  /** Called if the server's URL has changed. */
  onMoved(url: string): void;
  /** Called once if the server could not be restarted. */
  onLost(error: Error): void;
  log: Log;
}

export interface Keeper {
  end(): Promise<void>;
}

/** Opens a connection that does not keep the process alive; null without a server. */
async function connect(url: string): Promise<{ client: pg.Client; socket: net.Socket } | null> {
  const socket = new net.Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: "carbon-till keeper",
    connectionTimeoutMillis: CONNECT_MS,
    stream: () => socket,
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch {
    socket.destroy();
    return null;
  }
  socket.unref();
  return { client, socket };
}

/**
 * Keeps one connection open. It tells another app's `stop` that this one needs the server even
 * while its pool is empty, and its end tells at once that the server was lost.
 */
export async function keepConnected(keeping: Keeping): Promise<Keeper> {
  const { restore, onMoved, onLost, log } = keeping;
  let { url } = keeping;
  let isEnding = false;
  let current: Awaited<ReturnType<typeof connect>> = null;
  let recovery: Promise<void> | undefined;

  async function attach(): Promise<boolean> {
    const next = await connect(url);
    if (!next) return false;
    current = next;
    next.client.once("end", () => {
      if (!isEnding) recovery = recover();
    });
    return true;
  }

  async function restart(): Promise<void> {
    log.warn({ event: "postgres.lost" }, "PostgreSQL lost; starting it again");
    const restored = await restore();
    if (restored !== url) onMoved(restored);
    url = restored;
    if (!(await attach())) throw new Error("PostgreSQL was started and does not respond.");
    log.warn({ event: "postgres.restored" }, "PostgreSQL is running again");
  }

  async function recover(): Promise<void> {
    let reason: unknown;
    for (const pauseMs of PAUSES_MS) {
      await sleep(pauseMs);
      // PostgreSQL restarts by itself after a crash of one of its processes.
      if (isEnding || (await attach())) return;
      try {
        return await restart();
      } catch (error) {
        reason = error;
        log.error(
          { event: "postgres.restart_failed", err: error },
          "could not start PostgreSQL again",
        );
      }
    }
    const detail = reason instanceof Error ? reason.message : String(reason);
    if (isEnding) return;
    onLost(new Error(`PostgreSQL was lost and could not be restarted: ${detail}`));
  }

  if (!(await attach())) throw new Error("PostgreSQL was started and does not respond.");
  return {
    async end() {
      isEnding = true;
      await recovery;
      current?.socket.ref();
      await current?.client.end().catch(() => {});
    },
  };
}
