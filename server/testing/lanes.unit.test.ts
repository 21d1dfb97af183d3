import { expect, it } from "vitest";
import { laneOfChanges, laneOfPaths } from "#testing/lanes";

const root = process.cwd();
const journey = "e2e/verify.spec.ts";
const own = "server/testing/lanes.unit.test.ts";

it("runs each path with its runner, relative to any folder, and without checks", () => {
  const lane = laneOfPaths(
    ["lanes.unit.test.ts", `../../${journey}`],
    `${root}/server/testing`,
    root,
  );
  expect(lane.checks).toBe(false);
  expect(lane.vitest).toEqual(["--project=!endurance*", own]);
  expect(lane.playwright).toEqual(["--project=journeys", journey]);
});

it("starts only the runner that has files", () => {
  expect(laneOfPaths([own], root, root)).not.toHaveProperty("playwright");
  expect(laneOfPaths(["e2e"], root, root)).not.toHaveProperty("vitest");
});

it("runs an endurance test that is named", () => {
  const long = "server/testing/fuzz/fuzz.endurance.test.ts";
  expect(laneOfPaths([long], root, root).vitest).toEqual([long]);
});

it("rejects a path that does not exist, and names it", () => {
  expect(() => laneOfPaths(["e2e/no-such.spec.ts"], root, root)).toThrow(/no-such\.spec\.ts/);
});

it("follows imports from changed code, and starts the browser only for changed journeys", () => {
  const lane = laneOfChanges("abc", ["server/core/id.ts", "README.md"]);
  expect(lane.vitest).toContain("--changed=abc");
  expect(lane).not.toHaveProperty("playwright");
  expect(lane).not.toHaveProperty("note");
  expect(laneOfChanges("abc", [journey]).playwright).toContain("--only-changed=abc");
  expect(laneOfChanges("abc", ["app/page.tsx"]).note).toMatch(/journeys/);
});

it("runs all Vitest tests after a change that imports can't reveal", () => {
  for (const file of ["prisma/schema/orders.prisma", "package-lock.json"]) {
    expect(laneOfChanges("abc", [file]).vitest).not.toContain("--changed=abc");
  }
});
