// `npm test` and its lanes: runs every step even if one fails, and ends in the sum of them.
import fs from "node:fs";
import { ensureBrowser } from "#testing/browser";
import { runChecks } from "#testing/checks";
import { readLane } from "#testing/lanes";
import {
  type Count,
  type FileTime,
  type Outcome,
  REPORTS,
  runPlaywright,
  runVitest,
} from "#testing/runners";
import { ensureBuild } from "./build";

const lane = readLane();
// The tests have databases of their own, whatever this shell is set up for.
for (const name of ["DATABASE_URL", "APP_URL", "PORT", "HOST"]) delete process.env[name];
fs.mkdirSync(REPORTS, { recursive: true });

// The runners pass it on; the steps after them do not begin.
let isStopped = false;
process.once("SIGTERM", () => {
  isStopped = true;
});

const counts: Count[] = [];
const times: FileTime[] = [];

/** A step that cannot even begin counts as one failure, and the next step still runs. */
async function step(title: string, run: () => Promise<Partial<Outcome>>): Promise<void> {
  if (isStopped) return;
  const started = Date.now();
  process.stdout.write(`\n== ${title}\n`);
  try {
    const outcome = await run();
    if (outcome.count) counts.push(outcome.count);
    times.push(...(outcome.times ?? []));
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    counts.push({ passed: 0, failed: 1, skipped: 0 });
  }
  process.stdout.write(`-- ${title}: ${Math.round((Date.now() - started) / 1000)} s\n`);
}

const { checks, vitest, playwright } = lane;
let chromium: string | undefined;
if (playwright) {
  await step("browser", async () => {
    chromium = ensureBrowser();
    return {};
  });
}
if (checks) await step("check", async () => ({ count: await runChecks() }));
// The build runs at low priority beside Vitest: it uses the time in which tests wait.
const building = playwright
  ? ensureBuild(process.cwd(), new AbortController().signal, { gently: vitest !== undefined })
  : undefined;
// Reported by the step that waits for it.
building?.catch(() => undefined);
if (vitest) await step("Vitest", () => runVitest(vitest, "vitest.json"));
if (playwright) {
  await step("build", async () => {
    await building;
    return {};
  });
  await step("Playwright", () => runPlaywright(playwright, chromium));
}

const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, lane.times);
if (slowest.length > 0) process.stdout.write("\nThe slowest files:\n");
for (const { file, seconds } of slowest) {
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
}
if (lane.note) process.stdout.write(`\n${lane.note}\n`);
const sum = (pick: (count: Count) => number) => counts.reduce((all, it) => all + pick(it), 0);
const failed = sum((it) => it.failed);
const [passed, skipped] = [sum((it) => it.passed), sum((it) => it.skipped)];
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exit(failed === 0 && !isStopped ? 0 : 1);
