// Reporter of Playwright: how far the run is, and each failure with its steps and its output.
import { stripVTControlCharacters } from "node:util";
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from "playwright/types/testReporter";
import { Progress } from "./progress";

/** Playwright's errors have colors, which would hide in a file. */
function print(text: string): void {
  const line = process.stdout.isTTY ? text : stripVTControlCharacters(text);
  process.stdout.write(`${line.trimEnd()}\n`);
}

const textOf = ({ message, stack, snippet, value }: TestError) =>
  [stack ?? message ?? value, snippet].filter(Boolean).join("\n");

export default class BrowserProgress implements Reporter {
  #progress: Progress | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#progress = new Progress(suite.allTests().length, "journeys");
  }

  onTestEnd(test: TestCase, { status, errors, retry, stdout, stderr }: TestResult): void {
    const failed = status !== test.expectedStatus && status !== "skipped";
    if (!failed || retry === test.retries) this.#progress?.step({ failed });
    if (!failed) return;
    print(
      `\nFAIL ${test.titlePath().slice(2).join(" › ")}${retry > 0 ? ` (try ${retry + 1})` : ""}`,
    );
    for (const error of errors) print(textOf(error));
    for (const output of [...stdout, ...stderr]) print(String(output));
  }

  /** An error outside of a test, such as a product that did not start. */
  onError(error: TestError): void {
    print(textOf(error));
  }

  onEnd({ duration }: FullResult): void {
    this.#progress?.end();
    print(`Browser tests ended after ${Math.round(duration / 1000)} s`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
