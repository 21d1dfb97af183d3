// The servers that are measured, each a process of its own.
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { type Program, startProgram } from "#testing/torture/processes";

export interface Server extends Program {
  name: string;
  url: string;
}

interface Place {
  /** The database. */
  url: string;
  /** For outputs. */
  folder: string;
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function start(
  place: Place,
  server: {
    name: string;
    file: string;
    env: Record<string, string>;
    ready: RegExp;
    args?: string[];
  },
): Promise<Server> {
  const port = await freePort();
  const { name, file, env, ready, args = [] } = server;
  const program = await startProgram({
    file,
    args,
    env: {
      DATABASE_URL: place.url,
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_URL: "",
      CT_RATE_LIMIT: "off",
      CT_DEMO: "0",
      CT_LOG_LEVEL: "info",
      ...env,
    },
    ready,
    output: path.join(place.folder, `${path.basename(file, ".ts")}-${port}.log`),
  });
  return { ...program, name, url: `http://127.0.0.1:${program.told || port}` };
}

/** The product as `npm start` starts it, on the database as it is; builds its pages if need be. */
export function startProduct(place: Place, options: { worker: boolean }): Promise<Server> {
  const env = { CT_WORKER: options.worker ? "1" : "0" };
  return start(place, { name: "Next", file: "server/start.ts", env, ready: /serves on \S+/ });
}

/** The product's API without Next. */
export function startPlain(place: Place): Promise<Server> {
  const file = "server/testing/bench/plain-server.ts";
  return start(place, { name: "plain", file, env: {}, ready: /^port (\d+)/m });
}

/** The bare server, with what it is to send to the database. */
export function startBare(place: Place, planFile: string): Promise<Server> {
  const file = "server/testing/bench/bare-server.ts";
  return start(place, { name: "bare", file, env: {}, ready: /^port (\d+)/m, args: [planFile] });
}

/** A worker alone. */
export function startLoneWorker(place: Place): Promise<Server> {
  return start(place, {
    name: "worker",
    file: "server/work.ts",
    env: {},
    ready: /The worker runs/,
  });
}
