// Ten planted bugs, drawn by the seed, are caught by the tests they name.
import { afterAll, describe, expect, it } from "vitest";
import { drawSome, enduranceSeed } from "#testing/seed";
import { bugs } from "./bugs";
import { Tree } from "./tree";
import { judge, testFilesOf } from "./verdict";

const drawn = drawSome(bugs, { seed: enduranceSeed(), count: 10, nameOf: ({ name }) => name });
const tree = new Tree(process.cwd(), process.env["CT_TEST_SERVER"] ?? "");
afterAll(() => tree.remove());

describe("planted bugs", () => {
  it("the tests they name pass without a bug", async () => {
    const { failures } = await tree.runTests(testFilesOf(drawn), { bail: false });
    expect(failures).toEqual([]);
  }, 600_000);

  it.each(drawn)(
    "$name is caught",
    async (bug) => {
      const { caughtBy } = await judge(tree, bug, { widely: false });
      expect(caughtBy).toBe("named tests");
    },
    600_000,
  );
});
