// API servers that are killed in the middle of requests, and a client that uses the live ones.
import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#setup/free-port";
import { checkedFetch } from "#testing/contract/fetch";
import type { ApiServerEnv } from "#testing/torture/api-server";
import type { Send } from "#testing/torture/clients";
import { type Program, startProgram } from "#testing/torture/processes";

export interface ApiServers {
  send: Send;
  /** Origin of the next server in turn. */
  origin(): string;
  /**
   * Kills a server, at a random moment or when `freeze` returns, and restarts it on its port.
   * Returns what `freeze` returned.
   */
  killOne(freeze?: (program: Program) => Promise<boolean>): Promise<boolean>;
  stop(): Promise<void>;
}

interface Server {
  port: number;
  program: Program;
  startAgain(): Promise<Program>;
}

interface Servers {
  servers: number;
  folder: string;
}

async function startServer(folder: string): Promise<Server> {
  const port = await freePort();
  const env: ApiServerEnv = { PORT: String(port), CT_RATE_LIMIT: "off", CT_LOG_LEVEL: "fatal" };
  const output = path.join(folder, `api-server-${port}.log`);
  const file = "server/testing/torture/api-server.ts";
  const launch = () => startProgram({ file, env, ready: /The API listens/, output });
  return { port, program: await launch(), startAgain: launch };
}

/** Starts servers and sends requests to one after the other. */
export async function startApiServers({ servers: count, folder }: Servers): Promise<ApiServers> {
  const servers: Server[] = [];
  while (servers.length < count) servers.push(await startServer(folder));
  let turn = 0;
  const origin = () => {
    turn += 1;
    return `http://127.0.0.1:${servers[turn % servers.length]?.port}`;
  };
  return {
    origin,
    async send(method, url, { key, body, headers }) {
      const response = await checkedFetch(`${origin()}/v1${url}`, {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    async killOne(freeze) {
      const server = servers[randomInt(servers.length)];
      if (!server) throw new Error("there is no server to kill");
      if (!freeze) await sleep(randomInt(0, 400));
      const wasHit = (await freeze?.(server.program)) ?? false;
      if (server.program.hasEnded()) throw new Error(server.program.exitReport());
      await server.program.kill();
      server.program = await server.startAgain();
      return wasHit;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.program.kill()));
    },
  };
}
