// Starts a product for one test: its process, database and fake services.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { log } from "#core/log";
import { tiedToParent } from "#parent";
import { freshDatabase, prepareTemplate, type TestDatabase } from "#testing/database";
import { programArguments } from "#testing/program";

const root = path.resolve(import.meta.dirname, "..");

interface Program {
  file: string;
  env: NodeJS.ProcessEnv;
  args?: string[];
  /** Of the sources. */
  cwd?: string;
}

function run({ file, env, args = [], cwd = root }: Program): ChildProcess {
  // If this process is killed, the closed pipe ends the program.
  const program = cwd === root ? programArguments(file) : ["--import", "tsx", file];
  return spawn(process.execPath, [...program, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...env, ...tiedToParent().env },
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Creates a migrated database on the server of the product that tests share. */
async function createDatabase(): Promise<TestDatabase> {
  const server = process.env["CT_E2E_DATABASE"] ?? "";
  process.env["CT_TEST_SERVER"] = server;
  process.env["CT_TEST_RUN"] = String(process.pid);
  process.env["CT_TEST_TEMPLATE"] = await prepareTemplate(server, log);
  return freshDatabase();
}

/** One test's processes and their folder. */
export class OwnProcesses {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-own-"));
  readonly #children: ChildProcess[] = [];
  readonly #isWhole: boolean;
  #database: TestDatabase | undefined;

  /** `isWhole`: the product starts its own PostgreSQL and migrates it, which takes longer. */
  constructor({ isWhole = false } = {}) {
    this.#isWhole = isWhole;
    fs.chmodSync(this.folder, 0o755);
  }

  /** The environment of this process, with the product's database and folder. */
  #environment(): NodeJS.ProcessEnv {
    const { DATABASE_URL: _, ...inherited } = process.env;
    const database = this.#database && { DATABASE_URL: this.#database.url };
    return { ...inherited, ...database, CT_DATA_DIR: this.folder };
  }

  /**
   * Starts the product with its own database, from the sources in `cwd`. Resolves when it serves or
   * has exited.
   */
  async startProduct({ port = "0", env = {}, cwd = root } = {}) {
    if (!this.#isWhole) this.#database ??= await createDatabase();
    const settings = {
      ...this.#environment(),
      NODE_ENV: "production" as const,
      CT_DEMO: "empty",
      // Idle connections of browsers would delay the shutdown.
      CT_SHUTDOWN_GRACE: "0",
      HOST: "127.0.0.1",
      PORT: port,
      ...env,
    };
    const child = run({ file: "server/start.ts", env: settings, cwd });
    this.#children.push(child);
    let output = "";
    const ended = once(child, "exit");
    const serves = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (data) => {
          output += data;
          if (/running at \S+\s[\s\S]*ct_test_\w{38}\s/.test(output)) resolve();
        });
      }
    });
    await Promise.race([serves, ended]);
    return {
      child,
      ended,
      output: () => output,
      url: /running at (\S+)/.exec(output)?.[1] ?? "",
      key: /ct_test_\w{38}/.exec(output)?.[0] ?? "",
    };
  }

  /** Runs a CLI command on the product's database and returns its JSON output. */
  async till(...args: string[]): Promise<Record<string, unknown>> {
    const env = { ...this.#environment(), INIT_CWD: this.folder };
    const child = run({ file: "server/till.ts", env, args: [...args, "--json"] });
    const output = { stdout: "", stderr: "" };
    child.stdout?.on("data", (data) => {
      output.stdout += data;
    });
    child.stderr?.on("data", (data) => {
      output.stderr += data;
    });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`till ${args.join(" ")} ended with ${code}: ${output.stderr}`);
    return JSON.parse(output.stdout) as Record<string, unknown>;
  }

  /** Starts a fake Stripe and returns the environment with which the product reaches it. */
  async startFakeStripe() {
    const child = run({ file: "server/testing/fake-stripe-server.ts", env: process.env });
    this.#children.push(child);
    if (!child.stdout) throw new Error("the fake Stripe has no output");
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const settings = JSON.parse(line) as Record<string, string> & {
      webhookSecrets: string[];
    };
    return {
      url: settings["url"] ?? "",
      env: {
        STRIPE_SECRET_KEY: settings["secretKey"],
        STRIPE_PUBLISHABLE_KEY: settings["publishableKey"],
        STRIPE_WEBHOOK_SECRET: settings.webhookSecrets.join(","),
        CT_STRIPE_URL: settings["url"],
      },
    };
  }

  async end(): Promise<void> {
    for (const child of this.#children) await end(child);
    await this.#database?.drop();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
