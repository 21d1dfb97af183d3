// Runs the stores' database tests with each mutant of a statement in its place.
import fs from "node:fs";
import path from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { mutantsOf, rewritten, type SqlMutant } from "./sql-mutants";
import { statementHook } from "./sql-plugin";
import type { Store } from "./sql-stores";
import { passes, type TestRun } from "./test-run";

interface Used {
  file: string;
  seconds: number;
  statements: Record<string, string>;
}

export interface SqlRun {
  mutants: SqlMutant[];
  /** Test files by statement, fastest first. */
  filesOf: ReadonlyMap<string, string[]>;
  /** Returns true if a test fails with the mutant. */
  isKilled(mutant: SqlMutant): Promise<boolean>;
}

const FIRST_LIMIT_MS = 600_000;
const MIN_LIMIT_MS = 30_000;

const USES = path.resolve(".data/mutants", String(process.pid));

async function openVitest(): Promise<Vitest> {
  return createVitest(
    "test",
    {
      config: false,
      watch: false,
      bail: 1,
      reporters: [{}],
      globalSetup: "server/testing/global-setup.ts",
      setupFiles: ["server/testing/each-file.ts", "server/testing/mutants/sql-setup.ts"],
      include: ["{app,server}/**/*.test.{ts,tsx}"],
      env: { CT_LOG_LEVEL: "silent", CT_RATE_LIMIT: "off" },
      testTimeout: 20_000,
      hookTimeout: 30_000,
      maxWorkers: 2,
      onConsoleLog: () => false,
    },
    { plugins: [statementHook] },
  );
}

/** Runs the tests once without mutants, to record the statements each one uses. */
async function readUses(run: TestRun, files: readonly string[]): Promise<Used[]> {
  const { vitest } = run;
  fs.mkdirSync(USES, { recursive: true });
  vitest.provide("sqlUses", USES);
  vitest.provide("sqlMutants", {});
  const first = { files, limitMs: FIRST_LIMIT_MS };
  if (!(await passes(run, first))) throw new Error("the tests fail without any mutant");
  const seconds = new Map(
    vitest.state.getFiles().map((file) => [file.filepath, file.result?.duration ?? 0]),
  );
  const names = fs.readdirSync(USES).filter((name) => name.endsWith(".json"));
  return names.map((name) => {
    const used = JSON.parse(fs.readFileSync(path.join(USES, name), "utf8")) as Used;
    return { ...used, seconds: (seconds.get(path.resolve(used.file)) ?? 0) / 1000 };
  });
}

/** Opens a run over the stores' tests; `work` tries mutants one after the other. */
export async function withSqlRun<T>(
  stores: readonly Store[],
  work: (run: SqlRun) => Promise<T>,
): Promise<T> {
  const vitest = await openVitest();
  const run = { vitest, folder: USES };
  try {
    const files = [...new Set(stores.flatMap((store) => store.tests))];
    const uses = (await readUses(run, files)).sort((a, b) => a.seconds - b.seconds);
    const sqlByName = new Map(uses.flatMap((used) => Object.entries(used.statements)));
    const names = stores.flatMap((store) => store.statements);
    const unused = names.filter((name) => !sqlByName.has(name));
    if (unused.length > 0) throw new Error(`no test uses ${unused.join(", ")}`);
    const statements = names.map((name) => ({ name, text: sqlByName.get(name) ?? "" }));
    const filesOf = new Map(
      names.map((name) => [
        name,
        uses.filter((used) => name in used.statements).map((used) => used.file),
      ]),
    );
    // If parsing and writing a statement changed it, every mutant would be killed.
    vitest.provide(
      "sqlMutants",
      Object.fromEntries(statements.map(({ name, text }) => [name, rewritten(text)])),
    );
    if (!(await passes(run, { files, limitMs: FIRST_LIMIT_MS }))) {
      throw new Error("parsing and writing a statement changes its meaning");
    }
    const slowest = Math.max(...uses.map(({ seconds }) => seconds));
    const limitMs = Math.max(MIN_LIMIT_MS, 4000 * slowest);
    return await work({
      mutants: statements.flatMap(mutantsOf),
      filesOf,
      async isKilled({ statement, text }) {
        vitest.provide("sqlMutants", { [statement]: text });
        for (const file of filesOf.get(statement) ?? []) {
          if (!(await passes(run, { files: [file], limitMs }))) return true;
        }
        return false;
      },
    });
  } finally {
    await vitest.close();
    fs.rmSync(USES, { recursive: true, force: true });
  }
}
