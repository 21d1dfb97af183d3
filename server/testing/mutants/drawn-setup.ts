// Runs before each test file of a run of drawn mutants: turns one on, or records which are reached.
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    mutantRun: MutantRun;
  }
}

export interface MutantRun {
  /** For process ids, and for what each file reaches if no mutant is on. */
  folder: string;
  active: { id: string; hitLimit: number } | null;
}

export interface Reached {
  /** Mutants reached while modules were loading. */
  loading: string[];
  /** Number of times that tests reached each mutant. */
  testing: Record<string, number>;
}

/** The names are Stryker's, whose instrumented code reads and writes them. */
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Reached["testing"]> };
}

const { folder, active } = inject("mutantRun");
const globals = globalThis as { __stryker__?: Stryker };
const stryker: Stryker = globals.__stryker__ ?? {};
globals.__stryker__ = stryker;

// Modules that are already loaded keep the object, so it is emptied and not replaced.
const coverage = stryker.mutantCoverage ?? { static: {}, perTest: {} };
coverage.static = {};
coverage.perTest = {};
stryker.mutantCoverage = coverage;
stryker.currentTestId = undefined;
stryker.activeMutant = active?.id;
stryker.hitCount = active ? 0 : undefined;
stryker.hitLimit = active?.hitLimit;

fs.writeFileSync(path.join(folder, `${process.pid}.pid`), "");

beforeAll(() => {
  stryker.currentTestId = "tests";
});

afterAll(() => {
  if (active) return;
  const file = path.relative(process.cwd(), expect.getState().testPath ?? "");
  const reached: Reached = {
    loading: Object.keys(coverage.static),
    testing: coverage.perTest["tests"] ?? {},
  };
  fs.writeFileSync(
    path.join(folder, `${file.replaceAll("/", "_")}.json`),
    JSON.stringify({ file, ...reached }),
  );
});
