// Builds the pages if their sources changed since the last build.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildStylesheet } from "#site/assets";
import { compressStatic } from "#site/compressed";
import { withFileLock } from "./file-lock.mjs";

/** Everything that a build depends on, without tests. */
const SOURCES = ["app", "server", "prisma/schema", "public"];
const TESTS = /\.test\.tsx?$|^server\/(testing\/|setup\/(test|check)\.ts$)/;
const FILES = /^(package(-lock)?\.json|tsconfig\.json|(next|postcss)\.config\.\w+|[\w-]+\.ts)$/;

export function filesUnder(root: string, folder: string): string[] {
  const from = path.join(root, folder);
  if (!fs.existsSync(from)) return [];
  const entries = fs.readdirSync(from, { recursive: true, withFileTypes: true });
  return entries
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name))
    .filter((file) => !TESTS.test(path.relative(root, file).split(path.sep).join("/")));
}

/** Absolute paths of everything that a build depends on. */
export function sourceFiles(root: string): string[] {
  const top = fs.readdirSync(root).filter((name) => FILES.test(name) && name !== "next-env.d.ts");
  const files = SOURCES.flatMap((folder) => filesUnder(root, folder));
  return [...top.map((name) => path.join(root, name)), ...files].sort();
}

function hashOfSources(root: string): string {
  const hash = createHash("sha256");
  for (const file of sourceFiles(root)) {
    hash.update(path.relative(root, file)).update(fs.readFileSync(file));
  }
  return hash.digest("hex");
}

interface BuildOptions {
  /** Runs at low priority. */
  gently?: boolean;
}

async function build(
  root: string,
  signal: AbortSignal,
  { gently = false }: BuildOptions,
): Promise<void> {
  const args = ["--import", "tsx", "node_modules/next/dist/bin/next", "build"];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  if (gently && child.pid !== undefined) {
    os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  }
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe pages could not be built.`);
}

const stampOf = (root: string) => path.join(root, ".next/carbon-till-sources");

/** Returns true if there is a build of the present sources. */
export function isBuilt(root: string): boolean {
  const stamp = stampOf(root);
  return (
    fs.existsSync(path.join(root, ".next/BUILD_ID")) &&
    fs.existsSync(stamp) &&
    fs.readFileSync(stamp, "utf8") === hashOfSources(root)
  );
}

/** Returns true if it had to build. */
export async function ensureBuild(
  root: string,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<boolean> {
  if (isBuilt(root)) return false;
  fs.mkdirSync(path.join(root, ".data"), { recursive: true });
  return withFileLock(path.join(root, ".data/build.lock"), async () => {
    if (isBuilt(root)) return false;
    const stamp = stampOf(root);
    const hash = hashOfSources(root);
    fs.rmSync(stamp, { force: true });
    await build(root, signal, options);
    await buildStylesheet(root);
    await compressStatic(root);
    fs.writeFileSync(stamp, hash);
    return true;
  });
}
