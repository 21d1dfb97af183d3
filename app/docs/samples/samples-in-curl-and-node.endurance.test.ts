// Runs each sample of the reference and the guide as pasted, against the demo sandbox.
import "#testing/private-network";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listOperations } from "#docs/reference/contents";
import { runInShell, runTogether } from "#testing/docs-samples";
import { openDocsSandbox } from "#testing/docs-sandbox";
import { curlOf } from "./curl";
import { replacementsIn, sampleRequest } from "./request";

const sandbox = await openDocsSandbox();

afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

describe("each sample of the reference and the guide", () => {
  it("succeeds as pasted into a shell", async () => {
    const outcomes = await runInShell(sandbox);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(60);
  });

  it("succeeds as pasted into a file for Node.js", async () => {
    const outcomes = await runTogether(sandbox, "node");
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(60);
  });
});

it("a sample needs a replacement only for what is the reader's own", () => {
  const operations = listOperations().filter(({ path: route }) => route !== null);
  const commandOf = (operation: (typeof operations)[number]) => curlOf(sampleRequest(operation));
  const needy = operations.filter((one) => replacementsIn(commandOf(one)).length > 0);
  for (const { id, path: route } of needy) {
    expect([id, route]).toEqual([id, expect.stringMatching(/\{id\}/)]);
  }
  expect(needy.length).toBeLessThan(operations.length / 2);
  for (const one of operations) expect(commandOf(one)).not.toMatch(/\$\(/);
});
