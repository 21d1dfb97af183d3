// Planted bugs still apply to the present code.
import fs from "node:fs";
import { expect, it } from "vitest";
import { type PlantedBug, plantBug } from "./bug";
import { bugs } from "./bugs";

it.each(bugs)("$name still applies to its target, and the result can be parsed", (bug) => {
  expect(() => plantBug(fs.readFileSync(bug.file, "utf8"), bug)).not.toThrow();
});

it("each bug has a unique name, and names test files that exist", () => {
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length);
  expect(bugs.length).toBeGreaterThanOrEqual(50);
  for (const { name, caughtBy } of bugs) {
    expect([name, caughtBy.length]).not.toContain(0);
    expect([name, caughtBy.filter((file) => !fs.existsSync(file))]).toEqual([name, []]);
  }
});

const source = `
const limit = 1;
class Queue {
  #take(count: number) {
    return count >= limit && "é" !== "" ? limit : 0;
  }
}
function take() {
  return limit;
}`;
const bug: PlantedBug = {
  name: "sample",
  description: "A sample.",
  file: "sample.ts",
  target: "#take",
  find: 'count   >= limit && "é"',
  replacement: 'count > limit && "é"',
  caughtBy: [],
};

it("changes only the target, whatever the white space", () => {
  expect(plantBug(source, bug)).toBe(source.replace(">=", ">"));
});

it.each<[string, Partial<PlantedBug>, RegExp]>([
  ["a missing target", { target: "gone" }, /declares gone 0 times/],
  ["text outside the target", { find: "function take" }, /0 matches/],
  ["text that occurs twice", { find: "limit" }, /2 matches/],
  ["no change", { replacement: 'count >= limit && "é"' }, /changes nothing/],
  ["a result that is not TypeScript", { replacement: "(" }, /cannot be parsed/],
])("rejects %s", (_name, change, message) => {
  expect(() => plantBug(source, { ...bug, ...change })).toThrow(message);
});
