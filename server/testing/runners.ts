// Runs other programs for the test lanes and `npm run check`, and reads their reports.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export const REPORTS = path.resolve(".data/reports");

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Duration of one test file, without its share of the start-up. */
export interface FileTime {
  file: string;
  seconds: number;
}

export interface Outcome {
  count: Count;
  times: FileTime[];
  /** Failed tests, each as "file › title". */
  failed: string[];
  /** Tests that failed, and passed when they were repeated; counted as passed. */
  unstable: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: "expected" | "unexpected" | "flaky" | "skipped";
  results: { duration: number }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** Runs a script with this Node; `quiet` returns the output instead of printing it. */
export function runNode(
  args: readonly string[],
  options: {
    quiet?: boolean;
    env?: Record<string, string | undefined>;
    cwd?: string;
    /** The script is killed after this time. */
    timeoutMs?: number;
  } = {},
): Promise<{ code: number; output: string }> {
  const { cwd = process.cwd(), timeoutMs } = options;
  const child = spawn(process.execPath, args, {
    cwd,
    ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: "SIGINT" as const }),
    env: { ...process.env, ...options.env },
    stdio: [
      "ignore",
      ...(options.quiet ? (["pipe", "pipe"] as const) : (["inherit", "inherit"] as const)),
    ],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data) => {
      output += data;
    });
  }
  // Ctrl-C reaches the child from the terminal, a SIGTERM only this process. The runners stop their
  // servers on SIGINT only.
  const stop = () => child.kill("SIGINT");
  process.once("SIGTERM", stop);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => {
      process.off("SIGTERM", stop);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Counts one failure for a runner that failed without naming a test or writing a report. */
function atLeastOneFailed(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport<T>(name: string): T | null {
  const file = path.join(REPORTS, name);
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}

function vitestTimes({ testResults }: VitestReport): FileTime[] {
  return testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** Names of the failed tests; a file that could not be loaded is named by its path alone. */
function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(process.cwd(), name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      return failed.length > 0 ? failed.map(({ fullName }) => `${file} › ${fullName}`) : [file];
    });
}

/** Runs Vitest on what `args` select and counts the results. */
export async function runVitest(
  args: readonly string[],
  report: string,
  quiet = false,
): Promise<Outcome & { output: string }> {
  fs.rmSync(path.join(REPORTS, report), { force: true });
  const outputs = ["--reporter=default", "--reporter=json"];
  const file = `--outputFile.json=${path.join(REPORTS, report)}`;
  const program = "node_modules/vitest/vitest.mjs";
  const { code, output } = await runNode([program, "run", ...args, ...outputs, file], { quiet });
  const all = readReport<VitestReport>(report);
  const failed = all ? vitestFailures(all) : [];
  const count = {
    passed: all?.numPassedTests ?? 0,
    failed: failed.length,
    skipped: all ? all.numPendingTests + all.numTodoTests : 0,
  };
  const times = all ? vitestTimes(all) : [];
  return { count: atLeastOneFailed(count, code), times, failed, unstable: [], output };
}

function milliseconds({ suites = [], specs }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + milliseconds(suite), own);
}

/** Names of the tests with this status. */
function playwrightTests(
  { file, suites = [], specs }: PlaywrightSuite,
  status: PlaywrightTest["status"],
): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.filter((test) => test.status === status).map(() => `e2e/${file} › ${title}`),
  );
  return [...own, ...suites.flatMap((suite) => playwrightTests(suite, status))];
}

/** Runs Playwright and counts the results. */
export async function runPlaywright(
  args: readonly string[],
  chromium: string | undefined,
): Promise<Outcome> {
  const report = "playwright.json";
  fs.rmSync(path.join(REPORTS, report), { force: true });
  const program = ["node_modules/playwright/cli.js", "test", "-c", "e2e/playwright.config.ts"];
  const { code } = await runNode([...program, ...args], { env: { CT_CHROMIUM: chromium } });
  const all = readReport<PlaywrightReport>(report);
  const count = {
    passed: (all?.stats.expected ?? 0) + (all?.stats.flaky ?? 0),
    failed: all?.stats.unexpected ?? 0,
    skipped: all?.stats.skipped ?? 0,
  };
  const suites = all?.suites ?? [];
  const times = suites.map((suite) => ({
    file: path.join("e2e", suite.file),
    seconds: milliseconds(suite) / 1000,
  }));
  const named = (status: PlaywrightTest["status"]) =>
    suites.flatMap((suite) => playwrightTests(suite, status));
  return {
    count: atLeastOneFailed(count, code),
    times,
    failed: named("unexpected"),
    unstable: named("flaky"),
  };
}
