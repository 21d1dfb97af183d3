// Opens Vitest on its own configuration, with all mutants in the code of the rooms.
import fs from "node:fs";
import path from "node:path";
import type { UserWorkspaceConfig } from "vitest/config";
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";
import config from "#vitest-config";
import type { TestRun } from "./test-run";

const SETUP = ["server/testing/mutants/fixed-seed.ts", "server/testing/mutants/drawn-setup.ts"];

export interface DrawnRun extends TestRun {
  /** Test files in the order in which to run them. */
  order: readonly string[];
}

interface Options {
  /** Names of projects in vitest.config.ts. */
  projects: readonly string[];
  folder: string;
  workers: number;
  bail: number;
}

function isProject(project: unknown): project is UserWorkspaceConfig {
  return typeof project === "object" && project !== null && "test" in project;
}

/** Opens a run, which must be closed. */
export async function openRun(
  code: ReadonlyMap<string, string>,
  { projects, folder, workers, bail }: Options,
): Promise<DrawnRun> {
  fs.mkdirSync(folder, { recursive: true });
  const mutants = {
    name: "drawn-mutants",
    enforce: "pre" as const,
    transform: (_: string, id: string) =>
      code.get(path.relative(process.cwd(), id.split("?")[0] ?? "")) ?? null,
  };
  const given = { order: [] as readonly string[] };
  class InOrder extends BaseSequencer {
    override async sort(specifications: TestSpecification[]) {
      if (given.order.length === 0) return super.sort(specifications);
      const place = ({ moduleId }: TestSpecification) =>
        given.order.indexOf(path.relative(process.cwd(), moduleId));
      return specifications.sort((a, b) => place(a) - place(b));
    }
  }
  const own = (config.test?.projects ?? [])
    .filter(isProject)
    .map(({ test, ...project }) => ({
      ...project,
      plugins: [mutants],
      test: {
        ...test,
        setupFiles: [...[test?.setupFiles ?? []].flat(), ...SETUP],
        maxWorkers: workers,
      },
    }))
    .filter(({ test }) => projects.includes(String(test.name)));
  const vitest = await createVitest("test", {
    config: false,
    watch: false,
    reporters: [{}],
    onConsoleLog: () => false,
    sequence: { sequencer: InOrder },
    bail,
    projects: own,
  });
  return Object.assign(given, { vitest, folder });
}
