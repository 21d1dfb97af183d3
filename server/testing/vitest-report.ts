// Reporter of Vitest: prints how far the run is, and writes an `Outcome` to CT_TEST_REPORT. The
// minimal reporter beside it prints what failed.
import fs from "node:fs";
import path from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";
import { Progress } from "./progress";
import type { Outcome } from "./runners";

const fileOf = (module: TestModule) => path.relative(process.cwd(), module.moduleId);
const titlesOf = (tests: TestCase[]) =>
  tests.map((test) => `${fileOf(test.module)} › ${test.fullName}`);

function outcomeOf(modules: readonly TestModule[]): Outcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const failed = inState("failed");
  // A file that could not be loaded, or whose hook failed, names no failed test.
  const broken = modules.filter(
    (module) => !module.ok() && failed.every((test) => test.module !== module),
  );
  return {
    passed: inState("passed").length,
    failed: [...titlesOf(failed), ...broken.map(fileOf)],
    skipped: titlesOf(inState("skipped")),
    unstable: [],
    times: modules.map((module) => ({
      file: fileOf(module),
      seconds: module.diagnostic().duration / 1000,
    })),
  };
}

export default class VitestReport implements Reporter {
  #progress: Progress | undefined;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#progress = new Progress(specifications.length, "files");
  }

  onTestModuleEnd(module: TestModule): void {
    this.#progress?.step({ failed: !module.ok() });
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#progress?.end();
    const file = process.env["CT_TEST_REPORT"];
    if (file) fs.writeFileSync(file, JSON.stringify(outcomeOf(modules)));
  }
}
