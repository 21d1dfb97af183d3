// Runs other programs for the test lanes and `npm run check`, and reads their reports.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export const REPORTS = path.resolve(".data/reports");

/** Prints failed tests with their log lines, and how far the run is. */
const REPORTERS = ["--reporter=minimal", "--reporter=./server/testing/vitest-report.ts"];

/** Duration of one test file, without its share of the start-up. */
export interface FileTime {
  file: string;
  seconds: number;
}

/** Tests are named as "file › title". */
export interface Outcome {
  passed: number;
  failed: string[];
  skipped: string[];
  /** Tests that failed, and passed when they were repeated; counted as passed. */
  unstable: string[];
  times: FileTime[];
}

export const nothing: Outcome = { passed: 0, failed: [], skipped: [], unstable: [], times: [] };

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
  stats: { expected: number; flaky: number };
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
  const isForPeople = process.stdout.isTTY && !options.quiet;
  const child = spawn(process.execPath, args, {
    cwd,
    ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: "SIGINT" as const }),
    // Vitest would color files, too.
    env: { ...process.env, ...(isForPeople ? {} : { NO_COLOR: "1" }), ...options.env },
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

/** A runner that fails without naming a test or writing a report is one failure itself. */
function orRunner(failed: string[], { code, name }: { code: number; name: string }): string[] {
  return code !== 0 && failed.length === 0 ? [name] : failed;
}

function readReport<T>(name: string): T | null {
  const file = path.join(REPORTS, name);
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}

/** Runs Vitest on what `args` select and reads the report of `vitest-report.ts`. */
export async function runVitest(
  args: readonly string[],
  report: string,
  quiet = false,
): Promise<Outcome & { output: string }> {
  const file = path.join(REPORTS, report);
  fs.mkdirSync(REPORTS, { recursive: true });
  fs.rmSync(file, { force: true });
  const program = ["node_modules/vitest/vitest.mjs", "run", ...REPORTERS, ...args];
  const { code, output } = await runNode(program, { quiet, env: { CT_TEST_REPORT: file } });
  const outcome = readReport<Outcome>(report) ?? nothing;
  return { ...outcome, failed: orRunner(outcome.failed, { code, name: "Vitest" }), output };
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
  // Its workers warn of NO_COLOR, and so would programs that tests start.
  const env = { CT_CHROMIUM: chromium, NO_COLOR: undefined };
  const { code } = await runNode([...program, ...args], { env });
  const all = readReport<PlaywrightReport>(report);
  const suites = all?.suites ?? [];
  const times = suites.map((suite) => ({
    file: path.join("e2e", suite.file),
    seconds: milliseconds(suite) / 1000,
  }));
  const named = (status: PlaywrightTest["status"]) =>
    suites.flatMap((suite) => playwrightTests(suite, status));
  return {
    passed: (all?.stats.expected ?? 0) + (all?.stats.flaky ?? 0),
    failed: orRunner(named("unexpected"), { code, name: "Playwright" }),
    skipped: named("skipped"),
    unstable: named("flaky"),
    times,
  };
}
