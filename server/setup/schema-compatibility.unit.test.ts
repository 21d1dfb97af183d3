import { expect, it } from "vitest";
import { breakingFor, endsOthers, recordOf } from "./schema-compatibility";

const applied = (name: string, compatibleWith: string | null = null) => ({
  name,
  logs: recordOf(compatibleWith),
});
const [first, second, third] = [applied("01"), applied("02", "01"), applied("03", "02")];

it("a program is compatible with migrations declared for it or for an older version", () => {
  expect(breakingFor(["01"], [first, second])).toEqual([]);
  expect(breakingFor(["01", "02"], [first, second, third])).toEqual([]);
  expect(breakingFor(["01", "02"], [first, second, applied("03", "01")])).toEqual([]);
});

it("a program is not compatible with a migration declared for a later version or for none", () => {
  expect(breakingFor(["01"], [first, second, third])).toEqual([third]);
  expect(breakingFor(["01"], [first, applied("02")])).toEqual([applied("02")]);
  expect(breakingFor([], [second])).toEqual([second]);
});

it("a migration ends running programs unless it was declared for the oldest of them", () => {
  // Migration 02 is compatible with programs that know 01.
  expect(endsOthers("01", [first, second])).toBe(false);
  expect(endsOthers("02", [first, second])).toBe(true);
  expect(endsOthers(null, [first, second])).toBe(true);
  expect(endsOthers(null, [])).toBe(false);
});
