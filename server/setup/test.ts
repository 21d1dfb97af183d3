// `npm test` and its lanes: runs every step even if one fails, and prints the totals.
import fs from "node:fs";
import path from "node:path";
import { ensureBrowser } from "#testing/browser";
import { runChecks } from "#testing/checks";
import { readLane } from "#testing/lanes";
import { duration } from "#testing/progress";
import { runPlaywrightStably, runVitestStably } from "#testing/repeat";
import { nothing, type Outcome, REPORTS } from "#testing/runners";
import { ensureBuild } from "./build";

const lane = readLane();
// Tests have their own databases, whatever the shell is configured for.
for (const name of ["DATABASE_URL", "APP_URL", "PORT", "HOST"]) delete process.env[name];
if (lane.hasNoModules) process.env["CT_MODULES"] = "none";
fs.mkdirSync(REPORTS, { recursive: true });

// The runners receive the signal, too; later steps are skipped.
let isStopped = false;
process.once("SIGTERM", () => {
  isStopped = true;
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const outcomes: Outcome[] = [];
const started = Date.now();

/** Milliseconds that each lane took when it last passed, by its title. */
const DURATIONS = path.join(REPORTS, "durations.json");
function readDurations(): Record<string, number> {
  try {
    return JSON.parse(fs.readFileSync(DURATIONS, "utf8")) as Record<string, number>;
  } catch {
    return {};
  }
}

/** A step that cannot start counts as one failure. */
async function step(title: string, run: () => Promise<Outcome>): Promise<Outcome> {
  if (isStopped) return nothing;
  const began = Date.now();
  print(`\n== ${title}`);
  const outcome = await run().catch((error: unknown): Outcome => {
    print(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { ...nothing, failed: [title] };
  });
  outcomes.push(outcome);
  print(`-- ${title}: ${Math.round((Date.now() - began) / 1000)} s`);
  return outcome;
}

const { checks, vitest, playwright, alone, measured } = lane;
const lastMs = readDurations()[lane.title];
print(lastMs === undefined ? lane.title : `${lane.title}: ${duration(lastMs)} last time`);

let chromium: string | undefined;
const hasBrowser = playwright !== undefined || measured !== undefined;
if (hasBrowser) {
  await step("browser", async () => {
    chromium = ensureBrowser();
    return nothing;
  });
}
const { failed: failedChecks } = checks ? await step("check", () => runChecks()) : nothing;
if (lane.stopsAtFailedChecks && failedChecks.length > 0) isStopped = true;
// Runs at low priority in parallel with Vitest, in the time that tests wait.
const building =
  hasBrowser && !isStopped
    ? ensureBuild(process.cwd(), new AbortController().signal, { gently: vitest !== undefined })
    : undefined;
// Reported by the step that awaits it.
building?.catch(() => undefined);

async function runBrowserTests(): Promise<void> {
  if (building) {
    await step("build", async () => {
      await building;
      return nothing;
    });
  }
  if (playwright) await step("Playwright", () => runPlaywrightStably(playwright, chromium));
}

const withVitest = vitest && step("Vitest", () => runVitestStably(vitest));
if (!lane.isTogether) await withVitest;
await Promise.all([withVitest, runBrowserTests()]);
if (alone) await step("Vitest alone", () => runVitestStably(alone));
if (measured) await step("Lighthouse", () => runPlaywrightStably(measured, chromium));

const all = (pick: (outcome: Outcome) => string[]) => outcomes.flatMap(pick);
const slowest = outcomes
  .flatMap(({ times }) => times)
  .toSorted((a, b) => b.seconds - a.seconds)
  .slice(0, lane.times);
if (slowest.length > 0) print("\nThe slowest files:");
for (const { file, seconds } of slowest) print(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
print("");
for (const test of all(({ unstable }) => unstable)) print(`Unstable: ${test}`);
for (const test of all(({ skipped }) => skipped)) print(`Skipped: ${test}`);
for (const test of all(({ failed }) => failed)) print(`Failed: ${test}`);
if (lane.note) print(`\n${lane.note}`);

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = all((outcome) => outcome.failed).length;
const skipped = all((outcome) => outcome.skipped).length;
if (failed === 0 && !isStopped) {
  const durations = { ...readDurations(), [lane.title]: Date.now() - started };
  fs.writeFileSync(DURATIONS, JSON.stringify(durations));
}
print(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 && !isStopped ? 0 : 1);
