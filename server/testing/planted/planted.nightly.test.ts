// Every planted bug is caught by the tests it names.
import { afterAll, describe, expect, it } from "vitest";
import { bugs } from "./bugs";
import { Tree } from "./tree";
import { judge, testFilesOf } from "./verdict";

const tree = new Tree(process.cwd(), process.env["CT_TEST_SERVER"] ?? "");
afterAll(() => tree.remove());

describe("planted bugs", () => {
  it("the tests they name pass without a bug", async () => {
    const { failures } = await tree.runTests(testFilesOf(bugs), { bail: false });
    expect(failures).toEqual([]);
  }, 1_800_000);

  it.each(bugs)(
    "$name is caught",
    async (bug) => {
      const { caughtBy } = await judge(tree, bug, { widely: false });
      expect(caughtBy).toBe("named tests");
    },
    600_000,
  );
});
