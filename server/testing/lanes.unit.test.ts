import { describe, expect, it } from "vitest";
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
  expect(lane.vitest).toEqual(["--project=!endurance*", "--project=!nightly", own]);
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

describe("tests of changes", () => {
  const tests = [
    "server/domain/orders/place-order.test.ts",
    "server/rest/orders-polling.test.ts",
    "server/domain/evidence/evidence.test.ts",
    "server/rest/quotes.test.ts",
  ].map((path) => ({ path, text: path.includes("quotes") ? 'from "#core/money"' : "" }));
  const vitestOf = (...changed: string[]) =>
    laneOfChanges(changed, tests).vitest?.filter((it) => !it.startsWith("--"));

  it("begin in the changed room, and go on where others are named after it", () => {
    expect(vitestOf("server/domain/orders/place-order.ts")).toEqual([
      "server/domain/orders/place-order.test.ts",
      "server/rest/orders-polling.test.ts",
    ]);
  });

  it("include those that import a changed file by its alias", () => {
    expect(vitestOf("server/core/money.ts")).toEqual(["server/rest/quotes.test.ts"]);
  });

  it("start the browser only for changed journeys, and end after a failed check", () => {
    const lane = laneOfChanges([journey, "README.md"], tests);
    expect(lane).toMatchObject({ playwright: [journey], stopsAtFailedChecks: true });
    expect(lane).not.toHaveProperty("vitest");
    expect(lane).not.toHaveProperty("note");
    expect(laneOfChanges(["app/page.tsx"], tests).note).toMatch(/journeys/);
  });
});
