// A copy of the working tree to plant bugs in, so that the tree itself is never changed.
import fs from "node:fs";
import path from "node:path";
import { isAlive } from "#testing/is-alive";
import { runNode } from "#testing/runners";
import { type PlantedBug, plantBug } from "./bug";

const SKIPPED = new Set([
  ...["node_modules", ".git", ".data", ".next", ".env"],
  ...["test-results", "playwright-report"],
]);
const REPORT = ".data/planted.json";
const MAX_MS = 15 * 60_000;

export interface TestRun {
  /** Failed tests and files, as "file: title". */
  failures: string[];
  passed: number;
  seconds: number;
}

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Removes variables of this process's own run. */
function cleanEnvironment(): Record<string, string | undefined> {
  const own =
    /^(VITEST|CT_|DATABASE_|APP_URL$|PORT$|HOST$|NODE_ENV$|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/;
  const names = Object.keys(process.env).filter((name) => own.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Removes copies that killed processes left. */
function removeLeftovers(data: string): void {
  for (const name of fs.readdirSync(data)) {
    const owner = /^planted-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    fs.rmSync(path.join(data, name), { recursive: true, force: true });
  }
}

export class Tree {
  readonly folder: string;
  readonly #databaseServer: string;

  /** Copies the working tree. `databaseServer` is the PostgreSQL for its tests. */
  constructor(root: string, databaseServer: string) {
    this.#databaseServer = databaseServer;
    const data = path.join(root, ".data");
    fs.mkdirSync(data, { recursive: true });
    removeLeftovers(data);
    this.folder = fs.mkdtempSync(path.join(data, `planted-${process.pid}-`));
    for (const name of fs.readdirSync(root)) {
      if (SKIPPED.has(name)) continue;
      fs.cpSync(path.join(root, name), path.join(this.folder, name), { recursive: true });
    }
    // Tests of planted bugs would fail in the copy, because a planted bug no longer applies.
    fs.rmSync(path.join(this.folder, "server/testing/planted"), { recursive: true });
    const modules = fs.realpathSync(path.join(root, "node_modules"));
    fs.symlinkSync(modules, path.join(this.folder, "node_modules"), "junction");
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs `work` with the bugs planted, then removes them. */
  async with<T>(bugs: readonly PlantedBug[], work: () => Promise<T>): Promise<T> {
    const originals = new Map<string, string>();
    try {
      for (const bug of bugs) {
        const file = path.join(this.folder, bug.file);
        const source = fs.readFileSync(file, "utf8");
        if (!originals.has(file)) originals.set(file, source);
        fs.writeFileSync(file, plantBug(source, bug));
      }
      return await work();
    } finally {
      for (const [file, source] of originals) fs.writeFileSync(file, source);
    }
  }

  /** Runs Vitest in the tree, by default until the first failure. @throws if it can't run */
  async runTests(selection: readonly string[], { bail = true } = {}): Promise<TestRun> {
    const started = performance.now();
    const report = path.join(this.folder, REPORT);
    fs.rmSync(report, { force: true });
    const { code, output } = await runNode(
      [
        ...["node_modules/vitest/vitest.mjs", "run", ...selection],
        ...(bail ? ["--bail=1"] : []),
        ...["--reporter=json", `--outputFile=${report}`],
      ],
      {
        quiet: true,
        cwd: this.folder,
        timeoutMs: MAX_MS,
        env: {
          ...cleanEnvironment(),
          NODE_ENV: "test",
          CT_TEST_DATABASE_URL: this.#databaseServer,
        },
      },
    );
    const seconds = (performance.now() - started) / 1000;
    const outcome = fs.existsSync(report) ? this.#read(report) : { failures: [], passed: 0 };
    // Without a failed test, the run itself failed.
    if (outcome.failures.length === 0 && (code !== 0 || outcome.passed === 0)) {
      throw new Error(`the tests could not be run:\n${output.trim().slice(-2000)}`);
    }
    return { ...outcome, seconds };
  }

  /** Checks the types in the tree. Returns the compiler's output, or "". */
  async checkTypes(): Promise<string> {
    const lenient = ["--noUnusedLocals", "false", "--noUnusedParameters", "false"];
    const compiler = ["node_modules/typescript/bin/tsc", "--noEmit", ...lenient];
    const { code, output } = await runNode(compiler, { quiet: true, cwd: this.folder });
    return code === 0 ? "" : output;
  }

  #read(file: string): Pick<TestRun, "failures" | "passed"> {
    const { testResults, numPassedTests } = JSON.parse(fs.readFileSync(file, "utf8")) as Report;
    const failures = testResults.flatMap(({ name, message, assertionResults }) => {
      const test = path.relative(fs.realpathSync(this.folder), name);
      const failed = assertionResults.filter((it) => it.status === "failed");
      if (failed.length > 0) return failed.map(({ fullName }) => `${test}: ${fullName}`);
      // A file that did not start after the first failure has no message.
      return message === "" ? [] : [`${test}: ${message.split("\n")[0]}`];
    });
    return { failures, passed: numPassedTests };
  }
}
