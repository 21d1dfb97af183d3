// Paging through a search: one place at most, and the last page is the one before the end.
import { expect, it } from "vitest";
import { PageQuery } from "#core/page";
import { searchCursorOf } from "./search-rules";

const query = (input: object, last = false) => ({ ...PageQuery.parse(input), last });

it("a search starts at the cursor that was given, or at the beginning", () => {
  expect(searchCursorOf(query({}))).toBeNull();
  expect(searchCursorOf(query({ starting_after: "cs_1" }))).toEqual({
    id: "cs_1",
    direction: "older",
    parameter: "starting_after",
  });
  expect(searchCursorOf(query({ ending_before: "cs_1" }))).toMatchObject({
    id: "cs_1",
    direction: "newer",
  });
});

it("the last page is read backwards from the end, and takes no cursor beside it", () => {
  expect(searchCursorOf(query({}, true))).toEqual({
    id: "",
    direction: "newer",
    parameter: "ending_before",
  });
  for (const place of ["starting_after", "ending_before"]) {
    expect(() => searchCursorOf(query({ [place]: "cs_1" }, true))).toThrow(
      expect.objectContaining({ errors: { last: [expect.stringMatching(/cursor/)] } }),
    );
  }
});
