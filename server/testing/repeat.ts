// Repeats what failed in CI, so that one slow moment of its machine does not reject a change.
import { type Outcome, runPlaywright, runVitest } from "#testing/runners";

/** More failed files than these are a broken change, not an unstable test. */
const MAX_REPEATED_FILES = 5;

const fileOf = (test: string) => test.split(" › ")[0] ?? test;

/**
 * Outcome of a run of which some files ran again. A test that failed at first and passed then
 * counts as passed and is named as unstable; every other result is that of the first run.
 */
export function withRepeated(first: Outcome, again: Outcome): Outcome {
  const failed = first.failed.filter((test) => again.failed.includes(test));
  const appeared = again.failed.filter((test) => !first.failed.includes(test));
  const unstable = first.failed.filter((test) => !again.failed.includes(test));
  return {
    ...first,
    passed: first.passed + unstable.length - appeared.length,
    failed: [...failed, ...appeared],
    unstable,
  };
}

/** Runs Vitest; in CI, files of failed tests run once more, one at a time. */
export async function runVitestStably(args: readonly string[]): Promise<Outcome> {
  const first = await runVitest(args, "vitest.json");
  const files = [...new Set(first.failed.map(fileOf))];
  const isRepeated = process.env["CI"] && files.length > 0 && files.length <= MAX_REPEATED_FILES;
  if (!isRepeated) return first;
  process.stdout.write(`\n== Repeating ${files.join(", ")}\n`);
  const again = await runVitest([...files, "--maxWorkers=1"], "vitest-repeated.json");
  return again.passed === 0 ? first : withRepeated(first, again);
}

/** Runs Playwright; in CI, a failed test runs once more. */
export function runPlaywrightStably(
  args: readonly string[],
  chromium: string | undefined,
): Promise<Outcome> {
  return runPlaywright(process.env["CI"] ? [...args, "--retries=1"] : args, chromium);
}
