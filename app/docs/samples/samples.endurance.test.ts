// Runs each sample as pasted in the languages that not every machine has.
import "#testing/private-network";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { runEach, runInGo, runTogether, samplesIn } from "#testing/docs-samples";
import { openDocsSandbox } from "#testing/docs-sandbox";

const sandbox = await openDocsSandbox();
const isInstalled = async (program: string, version: string) =>
  (await sandbox.run(program, [version])).ok;
const installed = {
  python: await isInstalled("python3", "--version"),
  php: await isInstalled("php", "--version"),
  go: await isInstalled("go", "version"),
};

afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

describe("each sample of the reference and the guide", { timeout: 300_000 }, () => {
  it("succeeds as pasted into a file for Python", async ({ skip }) => {
    if (!installed.python) skip("not run: python3 is not installed");
    const outcomes = await runTogether(sandbox, "python");
    expect(outcomes.length).toBeGreaterThan(60);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  });

  it("succeeds as pasted into a file for PHP", async ({ skip }) => {
    if (!installed.php) skip("not run: php is not installed");
    const outcomes = await runEach(sandbox, await samplesIn(sandbox, "php"), ["php", "php"]);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  });

  it("succeeds as compiled by Go", async ({ skip }) => {
    if (!installed.go) skip("not run: go is not installed");
    const outcomes = await runInGo(sandbox, await samplesIn(sandbox, "go"));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  });
});
