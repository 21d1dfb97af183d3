// The servers that are measured, each a process of its own.
import path from "node:path";
import { freePort } from "#setup/free-port";
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

interface Start {
  name: string;
  file: string;
  env: Record<string, string>;
  ready: RegExp;
  args?: string[];
  port?: number;
}

async function start(place: Place, server: Start): Promise<Server> {
  const { name, file, env, ready, args = [], port = await freePort() } = server;
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
  return { ...program, name, url: `http://127.0.0.1:${program.readyMatch || port}` };
}

/** The product as `npm start` starts it, on the database as it is; builds its pages if need be. */
export function startProduct(place: Place, options: { worker: boolean }): Promise<Server> {
  const env = { CT_WORKER: options.worker ? "1" : "0" };
  return start(place, { name: "product", file: "server/start.ts", env, ready: /serves on \S+/ });
}

/** A built Next application, served by Next's own server. */
export async function startNextIn(
  place: Place,
  { name, dir }: { name: string; dir: string },
): Promise<Server> {
  const port = await freePort();
  const args = ["start", dir, "--hostname", "127.0.0.1", "--port", String(port)];
  const file = "node_modules/next/dist/bin/next";
  return start(place, { name, file, env: {}, ready: /Ready in/, args, port });
}

/** The product's API by Next alone, from the build that the product made: what Next would cost. */
export function startNext(place: Place): Promise<Server> {
  return startNextIn(place, { name: "Next alone", dir: "." });
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
    file: "server/worker.ts",
    env: {},
    ready: /The worker runs/,
  });
}

/** The receiver of callbacks. */
export function startPostReceiver(place: Place): Promise<Server> {
  const file = "server/testing/bench/callbacks-receiver.ts";
  return start(place, { name: "receiver", file, env: {}, ready: /^port (\d+)/m });
}
