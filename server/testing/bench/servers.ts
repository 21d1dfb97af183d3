// Servers to measure, each in its own process.
import path from "node:path";
import { ensureBuild } from "#setup/build";
import { freePort } from "#setup/free-port";
import { type Program, startProgram } from "#testing/world/programs";

export interface Server extends Program {
  name: string;
  url: string;
}

export interface Environment {
  /** URL of the database. */
  url: string;
  /** Folder for log files. */
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

async function start(environment: Environment, server: Start): Promise<Server> {
  const { name, file, env, ready, args = [], port = await freePort() } = server;
  const program = await startProgram({
    file,
    args,
    env: {
      DATABASE_URL: environment.url,
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_URL: "",
      CT_RATE_LIMIT: "off",
      CT_DEMO: "0",
      CT_LOG_LEVEL: "info",
      ...env,
    },
    ready,
    output: path.join(environment.folder, `${path.parse(file).name}-${port}.log`),
  });
  return { ...program, name, url: `http://127.0.0.1:${program.readyMatch || port}` };
}

interface ProductOptions {
  worker: boolean;
  env?: Record<string, string>;
}

/** Starts the product like `npm start`; builds its pages if necessary. */
export async function startProduct(
  environment: Environment,
  options: ProductOptions,
): Promise<Server> {
  await ensureBuild(process.cwd(), new AbortController().signal);
  const env = {
    CT_WORKER: options.worker ? "1" : "0",
    ...options.env,
  };
  return start(environment, {
    name: "product",
    file: "server/start.ts",
    env,
    ready: /running at \S+/,
  });
}

/** Starts the bare server with its plan. */
export function startBare(environment: Environment, planFile: string): Promise<Server> {
  const file = "server/testing/bench/bare-server.ts";
  return start(environment, {
    name: "bare",
    file,
    env: {},
    ready: /^port (\d+)/m,
    args: [planFile],
  });
}

/** Starts a worker as `npm run worker` does. */
export function startLoneWorker(environment: Environment): Promise<Server> {
  return start(environment, {
    name: "worker",
    file: "server/worker.ts",
    env: {},
    ready: /The worker is running/,
  });
}

export function startPostReceiver(environment: Environment): Promise<Server> {
  const file = "server/testing/bench/callbacks-receiver.ts";
  return start(environment, { name: "receiver", file, env: {}, ready: /^port (\d+)/m });
}
