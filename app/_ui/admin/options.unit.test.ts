import { expect, it } from "vitest";
import { findIn, MAX_SELECT_OPTIONS } from "./options";

const some = Array.from({ length: MAX_SELECT_OPTIONS }, (_, at) => ({
  value: `id_${at}`,
  text: `Shop ${at}`,
}));

it("options of a select are not searched", () => {
  expect(findIn(some)).toBeUndefined();
});

it("more options are found by a part of their name without its accents, or by their value", async () => {
  const find = findIn([...some, { value: "zh", text: "Zürich Østfold" }]);
  const search = async (text: string) => (await find?.(text))?.map(({ value }) => value);
  expect(await search("ZURICH")).toEqual(["zh"]);
  expect(await search("ostfold")).toEqual(["zh"]);
  expect(await search("shop 7")).toEqual(["id_7"]);
  expect(await search("zh")).toEqual(["zh"]);
  expect(await search("nowhere")).toEqual([]);
});
