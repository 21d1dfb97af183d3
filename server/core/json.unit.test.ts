import fc from "fast-check";
import { expect, it } from "vitest";
import { Problem } from "./errors";
import { requireModestJson } from "./json";

/** Returns the problem's messages by field, or null if the text is accepted. */
function errorsOf(text: string, maxFields?: number) {
  try {
    requireModestJson(text, "body", maxFields);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.errors;
    throw error;
  }
}

it("accepts what JSON.stringify writes of a value that is within the limits", () => {
  const value = fc.jsonValue({ maxDepth: 6 });
  fc.assert(
    fc.property(value, (data) => {
      expect(errorsOf(JSON.stringify(data), 1e6)).toBeNull();
    }),
  );
});

it.each([
  ['{"a":1,"a":2}', "a"],
  ['{"a":{"b":1,"c":{},"b":2}}', "a.b"],
  ['{"list":[{"x":1},{"x":1,"x":2}]}', "list.1.x"],
  [String.raw`{"a\u0062":1,"ab":2}`, "ab"],
  [String.raw`{"\\":"\\\"","\\":1}`, "\\"],
  ['{ "a" : ",{[" , "a" : null }', "a"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
])("names the field that %s has twice", (text, field) => {
  expect(Object.entries(errorsOf(text) ?? {})).toEqual([[field, ["is given more than once"]]]);
});

it("takes no value and no name of another object for a repeated name", () => {
  expect(errorsOf('{"a":"a","b":["a","a"],"c":{"a":"b"},"d":[{"a":1},{"a":1}]}')).toBeNull();
});

it("counts fields and items of lists, in all objects together", () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join();
  const inside = (count: number) => `{"a":{${fields(count)}}}`;
  expect([errorsOf(inside(199)), errorsOf(`[${"1,".repeat(199)}1]`)]).toEqual([null, null]);
  const tooMany = { body: ["has too many fields and items of lists"] };
  expect([errorsOf(inside(200)), errorsOf(`[${"1,".repeat(200)}1]`)]).toEqual([tooMany, tooMany]);
  expect(errorsOf(inside(300), 301)).toBeNull();
});

it("accepts twenty levels", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(errorsOf(nested(20))).toBeNull();
  expect(errorsOf(nested(21))).toEqual({ body: ["must have at most 20 levels"] });
});

it.each(["", "{", "}]}", '{"a', '{"a\\', ",,,", '{"a" "b" "c"}', '{"\\u00":1}'])(
  "leaves malformed text such as %j to the parser",
  (text) => {
    expect(errorsOf(text)).toBeNull();
  },
);
