// Runs Stryker on the rules of one room, with the unit tests that cover them.
import fs from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type Equivalent, EXCLUDED, keyOf, nameOf } from "./equivalents";
import { listed } from "./listed-rules";
import { folderOf, rulesOf } from "./rooms";

type Result = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

export interface FileScore {
  file: string;
  killed: number;
  /** Mutants listed as equivalent. */
  equivalent: number;
  survivors: Omit<Equivalent, "reason">[];
  /** False if no unit test runs any of it: then it has no score. */
  isTested: boolean;
  /** Entries of the list that a test killed, or that match no mutant. */
  stale: Equivalent[];
}

/** Files that neither rules nor their tests need, which Stryker must not copy. */
const IGNORED = [
  "**",
  ...["!package.json", "!prisma", "!prisma/**", "!server", "!server/**"],
  // A test compares the checkout's timeout with the server's.
  ...["!public", "!public/checkout.js"],
];

/** Stryker's results count lines and columns from 1, its instrumenter from 0. */
function fromZero({ start, end }: Result["location"]): Result["location"] {
  const before = ({ line, column }: Result["location"]["start"]) => ({
    line: line - 1,
    column: column - 1,
  });
  return { start: before(start), end: before(end) };
}

function scoreOf(file: string, results: readonly Result[]): FileScore {
  const source = fs.readFileSync(file, "utf8");
  const known = listed.filter((entry) => entry.file === file);
  const reasons = new Map(known.map((entry) => [keyOf(entry), entry]));
  const alive = new Set<string>();
  const score: FileScore = {
    ...{ file, killed: 0, equivalent: 0, survivors: [], stale: [] },
    isTested: results.some(({ status }) => status !== "NoCoverage" && status !== "Ignored"),
  };
  for (const result of results) {
    const name = { file, ...nameOf({ ...result, location: fromZero(result.location) }, source) };
    if (result.status === "Killed" || result.status === "Timeout") {
      score.killed += 1;
    } else if (result.status === "Survived" || result.status === "NoCoverage") {
      alive.add(keyOf(name));
      if (reasons.has(keyOf(name))) score.equivalent += 1;
      else score.survivors.push(name);
    }
  }
  score.stale = known.filter((entry) => !alive.has(keyOf(entry)));
  return score;
}

/** Tries all mutants of the room's rules. @throws if the tests fail without a mutant */
export async function runRules(room: string, only?: string): Promise<FileScore[]> {
  const files = rulesOf(room).filter((file) => !only || file.includes(only));
  const stryker = new Stryker({
    mutate: files,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: {
      configFile: "server/testing/mutants/rules.config.ts",
      dir: folderOf(room),
      related: true,
    },
    mutator: { excludedMutations: EXCLUDED },
    coverageAnalysis: "perTest",
    concurrency: 2,
    timeoutMS: 3000,
    timeoutFactor: 3,
    disableTypeChecks: false,
    tempDirName: path.join(".data", "stryker"),
    ignorePatterns: IGNORED,
    // If no unit test covers the code, all mutants survive.
    allowEmpty: true,
    reporters: [],
    logLevel: "error",
  } as ConstructorParameters<typeof Stryker>[0]);
  const results = await stryker.runMutationTest();
  const byFile = Map.groupBy(results, (it) => path.relative(process.cwd(), it.fileName));
  return files.map((file) => scoreOf(file, byFile.get(file) ?? []));
}
