import { expect, test } from "vitest";
import { filtersIn, inputsOf, listInputIn } from "./list-input";

const params = new URLSearchParams("search=ink&state=&after=ord_1&last=1&new=1");
const get = (name: string) => params.get(name);

test("the address's filters of these names become input, and empty ones don't", () => {
  expect(filtersIn(get, ["search", "state", "channel"])).toEqual({ search: "ink" });
});

test("the page becomes input of the list only", () => {
  const names = ["search", "last"];
  expect(listInputIn(get, names)).toEqual({ search: "ink", last: true, starting_after: "ord_1" });
});

test("queries get the id decoded, and what they add themselves wins over the address", () => {
  const { id, list, filters } = inputsOf(get, "a%20b");
  expect(id).toBe("a b");
  expect(list<{ limit: number }>([], { limit: 100 })).toEqual({
    limit: 100,
    starting_after: "ord_1",
  });
  expect(filters<{ search: string }>(["search"], { search: "pen" })).toEqual({ search: "pen" });
});
