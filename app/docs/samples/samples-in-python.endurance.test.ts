// Runs each sample in Python, which `npm test` must not need.
import "#testing/private-network";
import { afterAll, expect, it } from "vitest";
import { runTogether } from "#testing/docs-samples";
import { openDocsSandbox } from "#testing/docs-sandbox";

const sandbox = await openDocsSandbox();

afterAll(() => sandbox.close());

it("each sample of the reference and the guide succeeds as pasted into a file for Python", async () => {
  const outcomes = await runTogether(sandbox, "python");
  expect(outcomes.length).toBeGreaterThan(60);
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
}, 300_000);
