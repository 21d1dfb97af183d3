// Tries the drawn mutants, each against some of the test files that reach it.
import fs from "node:fs";
import path from "node:path";
import { type Instrumented, instrumentRooms, type Mutant } from "./drawn";
import { type DrawnRun, openRun } from "./drawn-vitest";
import { FOLDER, readReached, type TestFile } from "./reached";
import { failures } from "./test-run";

export interface DrawnResult {
  name: string;
  /** "gone" if the code is no longer there. */
  status: "killed" | "survived" | "no coverage" | "gone";
  /** Test file that failed twice, or an error outside of tests. */
  by: string;
  /** Test files that failed and then passed: with a busy machine, a failure may be by chance. */
  unstable: readonly string[];
  seconds: number;
}

/** Isolated files load the server each, so few of them try only what others left alive. */
const STAGES = [
  { projects: ["unit", "shared"], most: 12 },
  { projects: ["isolated"], most: 3 },
];
const PROJECTS = STAGES.flatMap(({ projects }) => projects);
/** Two mutants are tried at a time. */
const RUNS = 2;
const MIN_LIMIT_MS = 120_000;

/** The test file that killed each mutant last time, which is tried first. */
const KILLERS = path.join(FOLDER, "killers.json");

/** Files of the room that import the given one. */
function importersOf(file: string, { code }: Instrumented): string[] {
  const { dir, name } = path.parse(file);
  const alias = `#${path.relative("server/domain", dir)}/${name}`;
  return [...code]
    .filter(
      ([other, text]) =>
        text.includes(`from "${alias}"`) ||
        (path.dirname(other) === dir && text.includes(`from "./${name}"`)),
    )
    .map(([other]) => other);
}

/**
 * Test files that reach the mutant. One that is reached while modules load is seen in one test file
 * per process only: then also those that reach anything else in its file, or in its importers.
 */
function reaching(mutant: Mutant, all: Instrumented, tests: readonly TestFile[]): TestFile[] {
  const exact = tests.filter(({ testing }) => mutant.id in testing);
  if (!tests.some(({ loading }) => loading.includes(mutant.id))) return exact;
  const idsIn = (files: readonly string[]) =>
    all.mutants.filter(({ file }) => files.includes(file)).map(({ id }) => id);
  const touching = (files: readonly string[]) => {
    const ids = idsIn(files);
    return tests.filter(({ testing }) => ids.some((id) => id in testing));
  };
  const near = touching([mutant.file]);
  const other = near.length > 0 ? near : touching(importersOf(mutant.file, all));
  return [...new Set([...exact, ...other])];
}

interface Choice {
  /** Number of test files. */
  most: number;
  /** Test file that killed the mutant last time. */
  killer: string | undefined;
}

/** Chooses the fastest test files, up to half of them for being in the mutant's room. */
function chosen(
  { file }: Mutant,
  tests: readonly TestFile[],
  { most, killer }: Choice,
): TestFile[] {
  const room = `${path.dirname(file)}/`;
  const isKiller = (test: TestFile) => Number(test.file === killer);
  const bySeconds = tests.toSorted((a, b) => isKiller(b) - isKiller(a) || a.seconds - b.seconds);
  const own = bySeconds
    .filter((test) => test.file === killer || test.file.startsWith(room))
    .slice(0, most / 2);
  const others = bySeconds.filter((test) => !own.includes(test));
  return [...own, ...others.slice(0, most - own.length)].sort(
    (a, b) =>
      isKiller(b) - isKiller(a) || b.project.localeCompare(a.project) || a.seconds - b.seconds,
  );
}

function readKillers(): Record<string, string> {
  if (!fs.existsSync(KILLERS)) return {};
  return JSON.parse(fs.readFileSync(KILLERS, "utf8")) as Record<string, string>;
}

async function tryMutant(run: DrawnRun, mutant: Mutant, tests: readonly TestFile[]) {
  const hits = Math.max(...tests.map(({ testing }) => testing[mutant.id] ?? 0));
  const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
  run.order = tests.map(({ file }) => file);
  run.vitest.provide("mutantRun", {
    folder: run.folder,
    active: { id: mutant.id, hitLimit: 10_000 + 100 * hits },
  });
  return failures(run, { files: run.order, limitMs: MIN_LIMIT_MS + 5000 * seconds });
}

/** Finds a failure that repeats. */
async function findKiller(run: DrawnRun, mutant: Mutant, tests: readonly TestFile[]) {
  const unstable: string[] = [];
  for (let left = tests; left.length > 0; ) {
    const [failed] = await tryMutant(run, mutant, left);
    if (failed === undefined) break;
    const again = left.filter(({ file }) => file === failed);
    const isSure = again.length === 0 || (await tryMutant(run, mutant, again)).length > 0;
    if (isSure) return { by: failed, unstable };
    unstable.push(failed);
    left = left.filter(({ file }) => file !== failed);
  }
  return { by: "", unstable };
}

async function resultOf(
  run: DrawnRun,
  mutant: Mutant,
  tests: readonly TestFile[],
): Promise<DrawnResult> {
  const started = performance.now();
  const { by, unstable } = await findKiller(run, mutant, tests);
  const alive = tests.length > 0 ? "survived" : "no coverage";
  const seconds = (performance.now() - started) / 1000;
  return { name: mutant.name, status: by ? "killed" : alive, by, unstable, seconds };
}

/** Opens Vitest several times, for as long as `work` runs. */
async function withRuns({ code }: Instrumented, work: (run: DrawnRun) => Promise<void>) {
  const runs: DrawnRun[] = [];
  try {
    for (let nth = 1; nth <= RUNS; nth += 1) {
      const folder = path.join(FOLDER, `${process.pid}-${nth}`);
      runs.push(await openRun(code, { projects: PROJECTS, folder, workers: 1, bail: 1 }));
    }
    await Promise.all(runs.map(work));
  } finally {
    for (const { vitest, folder } of runs) {
      await vitest.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Tries the mutants with these names, and passes on each result at once. */
export async function runDrawn(
  names: readonly string[],
  report: (result: DrawnResult) => void,
): Promise<DrawnResult[]> {
  const all = await instrumentRooms();
  const byName = new Map(all.mutants.map((mutant) => [mutant.name, mutant]));
  const results = new Map<string, DrawnResult>(
    names.map((name) => [name, { name, status: "gone", by: "", unstable: [], seconds: 0 }]),
  );
  const killers = readKillers();
  for (const { projects, most } of STAGES) {
    const tests = await readReached(all, projects);
    const left = names.flatMap((name) => byName.get(name) ?? []);
    const alive = left.filter(({ name }) => results.get(name)?.status !== "killed");
    await withRuns(all, async (run) => {
      for (let mutant = alive.shift(); mutant; mutant = alive.shift()) {
        const reached = reaching(mutant, all, tests);
        const files = chosen(mutant, reached, { most, killer: killers[mutant.name] });
        const result = await resultOf(run, mutant, files);
        report(result);
        if (result.by) killers[mutant.name] = result.by;
        fs.writeFileSync(KILLERS, JSON.stringify(killers));
        const before = results.get(mutant.name)?.status;
        if (result.status !== "no coverage" || before === "gone") results.set(mutant.name, result);
      }
    });
  }
  return [...results.values()];
}
