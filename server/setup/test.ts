// `npm test` and its lanes: runs every step even if one fails, and prints the totals.
import fs from "node:fs";
import { ensureBrowser } from "#testing/browser";
import { runChecks } from "#testing/checks";
import { readLane } from "#testing/lanes";
import { runPlaywrightStably, runVitestStably } from "#testing/repeat";
import { type Count, type FileTime, type Outcome, REPORTS } from "#testing/runners";
import { ensureBuild } from "./build";

const lane = readLane();
// Tests have their own databases, whatever the shell is configured for.
for (const name of ["DATABASE_URL", "APP_URL", "PORT", "HOST"]) delete process.env[name];
fs.mkdirSync(REPORTS, { recursive: true });

// The runners receive the signal, too; later steps are skipped.
let isStopped = false;
process.once("SIGTERM", () => {
  isStopped = true;
});

const counts: Count[] = [];
const times: FileTime[] = [];
const failures: string[] = [];
const unstable: string[] = [];

/** A step that cannot start counts as one failure. */
async function step(title: string, run: () => Promise<Partial<Outcome>>): Promise<void> {
  if (isStopped) return;
  const started = Date.now();
  process.stdout.write(`\n== ${title}\n`);
  try {
    const outcome = await run();
    if (outcome.count) counts.push(outcome.count);
    times.push(...(outcome.times ?? []));
    failures.push(...(outcome.failed ?? []));
    unstable.push(...(outcome.unstable ?? []));
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    counts.push({ passed: 0, failed: 1, skipped: 0 });
  }
  process.stdout.write(`-- ${title}: ${Math.round((Date.now() - started) / 1000)} s\n`);
}

const { checks, vitest, playwright, measured } = lane;
let chromium: string | undefined;
if (playwright) {
  await step("browser", async () => {
    chromium = ensureBrowser();
    return {};
  });
}
if (checks) await step("check", async () => ({ count: await runChecks() }));
// Runs at low priority in parallel with Vitest, in the time that tests wait.
const building = playwright
  ? ensureBuild(process.cwd(), new AbortController().signal, { gently: vitest !== undefined })
  : undefined;
// Reported by the step that awaits it.
building?.catch(() => undefined);
if (vitest) await step("Vitest", () => runVitestStably(vitest));
if (playwright) {
  await step("build", async () => {
    await building;
    return {};
  });
  await step("Playwright", () => runPlaywrightStably(playwright, chromium));
}
if (measured) await step("Lighthouse", () => runPlaywrightStably(measured, chromium));

const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, lane.times);
if (slowest.length > 0) process.stdout.write("\nThe slowest files:\n");
for (const { file, seconds } of slowest) {
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
}
process.stdout.write("\n");
for (const test of unstable) process.stdout.write(`Unstable: ${test}\n`);
for (const test of failures) process.stdout.write(`Failed: ${test}\n`);
if (lane.note) process.stdout.write(`\n${lane.note}\n`);
const sum = (pick: (count: Count) => number) => counts.reduce((all, it) => all + pick(it), 0);
const failed = sum((it) => it.failed);
const [passed, skipped] = [sum((it) => it.passed), sum((it) => it.skipped)];
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exit(failed === 0 && !isStopped ? 0 : 1);
