// `npm test`: checks, Vitest, build, Playwright; all of them even if one fails. Ends in the sum.
import fs from "node:fs";
import { ensureBrowser } from "#testing/browser";
import { runChecks } from "#testing/checks";
import { type Count, REPORTS, runPlaywright, runVitest } from "#testing/runners";
import { ensureBuild } from "./build";

// The tests' database is their own, whatever this shell is set up for.
for (const name of ["DATABASE_URL", "APP_URL", "PORT", "HOST"]) delete process.env[name];
fs.mkdirSync(REPORTS, { recursive: true });

const counts: Count[] = [];

/** A step that cannot even begin counts as one failure, and the next step has its turn. */
async function step(title: string, run: () => Promise<Count | undefined>): Promise<void> {
  const started = Date.now();
  process.stdout.write(`\n== ${title}\n`);
  try {
    const count = await run();
    if (count) counts.push(count);
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    counts.push({ passed: 0, failed: 1, skipped: 0 });
  }
  process.stdout.write(`-- ${title}: ${Math.round((Date.now() - started) / 1000)} s\n`);
}

let chromium: string | undefined;
await step("browser", async () => {
  chromium = ensureBrowser();
  return undefined;
});
await step("check", runChecks);
// While tests wait for something, the build gets the time: it takes none of theirs.
const building = ensureBuild(process.cwd(), new AbortController().signal, { gently: true });
// Told by the step that waits for it.
building.catch(() => undefined);
await step(
  "Vitest",
  async () => (await runVitest(["--project=sharing", "--project=apart"], "vitest.json")).count,
);
await step("build", async () => {
  await building;
  return undefined;
});
await step("Playwright", () => runPlaywright([], chromium));

const sum = (pick: (count: Count) => number) => counts.reduce((all, it) => all + pick(it), 0);
const failed = sum((it) => it.failed);
const [passed, skipped] = [sum((it) => it.passed), sum((it) => it.skipped)];
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exit(failed === 0 ? 0 : 1);
