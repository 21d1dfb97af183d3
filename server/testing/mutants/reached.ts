// Records which mutants each test file reaches.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Instrumented } from "./drawn";
import type { Reached } from "./drawn-setup";
import { openRun } from "./drawn-vitest";
import { failures } from "./test-run";

export interface TestFile extends Reached {
  file: string;
  project: string;
  seconds: number;
}

export const FOLDER = path.resolve(".data/mutants");
const LIMIT_MS = 3_600_000;

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (name === "server/testing/mutants") continue;
    if (entry.isDirectory()) yield* sourcesIn(name);
    else if (/\.tsx?$/.test(name)) yield name;
  }
}

/** The recording of the same sources is used again. */
function recordingOf(projects: readonly string[]): string {
  const hash = createHash("sha256").update(projects.join());
  for (const name of [...sourcesIn("app"), ...sourcesIn("server")].sort())
    hash.update(name).update(fs.readFileSync(name));
  return path.join(FOLDER, `reached-${hash.digest("hex").slice(0, 16)}.json`);
}

async function record(
  { code }: Instrumented,
  { projects, folder }: { projects: readonly string[]; folder: string },
): Promise<TestFile[]> {
  const run = await openRun(code, { projects, folder, workers: 3, bail: 0 });
  const { vitest } = run;
  try {
    vitest.provide("mutantRun", { folder, active: null });
    const unstable = await failures(run, { files: [], limitMs: LIMIT_MS });
    const modules = vitest.state.getTestModules();
    const files = unstable.filter((name) => fs.existsSync(name));
    const failed = files.length > 0 ? await failures(run, { files, limitMs: LIMIT_MS }) : [];
    for (const name of failed) process.stderr.write(`fails without a mutant: ${name}\n`);
    return modules.flatMap((module) => {
      const file = module.relativeModuleId;
      const name = path.join(folder, `${file.replaceAll("/", "_")}.json`);
      if (failed.includes(file) || !fs.existsSync(name)) return [];
      const reached = JSON.parse(fs.readFileSync(name, "utf8")) as Reached;
      const seconds = module.diagnostic().duration / 1000;
      return [{ ...reached, file, project: module.project.name, seconds }];
    });
  } finally {
    await vitest.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the projects' tests without a mutant. Those that fail twice take no further part. */
export async function readReached(
  all: Instrumented,
  projects: readonly string[],
): Promise<TestFile[]> {
  const recording = recordingOf(projects);
  if (!fs.existsSync(recording)) {
    const started = performance.now();
    const files = await record(all, { projects, folder: path.join(FOLDER, `${process.pid}`) });
    fs.writeFileSync(recording, JSON.stringify(files));
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stderr.write(`recorded ${files.length} test files in ${seconds} s\n`);
  }
  return JSON.parse(fs.readFileSync(recording, "utf8")) as TestFile[];
}
