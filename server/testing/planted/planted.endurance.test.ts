// Ten planted bugs, drawn by the commit's hash, are caught by the tests they name.
import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { bugs } from "./bugs";
import { Tree } from "./tree";
import { drawBugs, judge, testFilesOf } from "./verdict";

const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
const drawn = drawBugs(bugs, stdout?.trim() ?? "", 10);
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
