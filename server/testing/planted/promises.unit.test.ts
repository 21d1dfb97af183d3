// docs/testing.md names what holds each promise of the README, in the lane where it runs.
import fs from "node:fs";
import { expect, it } from "vitest";
import { bugs } from "./bugs";

/** Rows of the table below a heading, as cells. */
function rowsBelow(file: string, heading: string): string[][] {
  const [, below = ""] = fs.readFileSync(file, "utf8").split(`\n## ${heading}\n`);
  const lines = (below.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  // Below the names of the columns and the rule.
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
const laneOf = (file: string) => /\.(endurance|nightly)\./.exec(file)?.[1] ?? "everyday";

const promises = rowsBelow("docs/testing.md", "Promises").map(
  ([promise = "", everyday, endurance, nightly, planted]) => ({
    promise,
    tests: {
      everyday: namesIn(everyday),
      endurance: namesIn(endurance),
      nightly: namesIn(nightly),
    },
    planted: namesIn(planted),
  }),
);

it("is on a page of fewer than 150 lines", () => {
  const lines = fs.readFileSync("docs/testing.md", "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThan(150);
});

it("has a row for each promise of the README", () => {
  const promised = rowsBelow("README.md", "What it promises").map(([promise]) => promise);
  expect(promised.length).toBeGreaterThan(0);
  expect(promises.map(({ promise }) => promise)).toEqual(promised);
});

it.each(promises)("names tests and planted bugs that exist, in their lanes: $promise", (row) => {
  for (const [lane, files] of Object.entries(row.tests)) {
    for (const file of files) {
      expect([file, fs.existsSync(file), laneOf(file)]).toEqual([file, true, lane]);
    }
  }
  expect(row.tests.everyday).not.toEqual([]);
  expect(row.planted).not.toEqual([]);
  // A planted bug is caught by a test of the row, or its promise is held by others than it names.
  const tests = Object.values(row.tests).flat();
  for (const name of row.planted) {
    const bug = bugs.find((it) => it.name === name);
    expect([name, bug?.caughtBy.some((file) => tests.includes(file))]).toEqual([name, true]);
  }
});
