// Runs test files again and again in one Vitest, which keeps what it has compiled.
import fs from "node:fs";
import path from "node:path";
import type { Vitest } from "vitest/node";

export interface TestRun {
  vitest: Vitest;
  /** Workers write their process ids here, as `PID.pid`. */
  folder: string;
}

export interface Files {
  files: readonly string[];
  limitMs: number;
}

function takeWorkers(folder: string): number[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".pid"));
  for (const name of names) fs.rmSync(path.join(folder, name));
  return names.map((name) => Number.parseInt(name, 10));
}

/** Kills test processes: some mutants loop forever and block all timers. */
function killWorkers(folder: string): void {
  for (const pid of takeWorkers(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended.
    }
  }
}

/** Runs the files. Returns what failed: files, and errors outside of tests. */
export async function failures(run: TestRun, { files, limitMs }: Files): Promise<string[]> {
  const { vitest, folder } = run;
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  takeWorkers(folder);
  const end = performance.now() + limitMs;
  // Again and again, because Vitest starts another process for the files that are left.
  const timer = setInterval(() => performance.now() > end && killWorkers(folder), 1000);
  try {
    const { testModules, unhandledErrors } = await vitest.start([...files]);
    const failed = testModules.filter((module) => !module.ok());
    // The errors may be anything, even what has no text.
    const others = unhandledErrors.length > 0 ? ["an error outside of tests"] : [];
    return [...failed.map((module) => module.relativeModuleId), ...others];
  } finally {
    clearInterval(timer);
  }
}

/** Returns true if all tests of the files passed in time. */
export async function passes(run: TestRun, files: Files): Promise<boolean> {
  return (await failures(run, files)).length === 0;
}
