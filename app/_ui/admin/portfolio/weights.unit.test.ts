// Parts that are moved in a builder come to exactly what they say.
import { expect, test } from "vitest";
import { CreatePortfolio } from "#schemas/catalogue";
import { formatPercent, readPercent, sumOf, WHOLE, withPart, withRestSplit } from "./weights";

const parts = (...percents: number[]) =>
  percents.map((percent, index) => ({
    category_id: `cat_${index}`,
    allocated_fraction: percent / 100,
  }));

test("whatever is left, split evenly, makes a whole that the server takes", () => {
  for (let count = 1; count <= 50; count += 1) {
    for (const first of [0, 12, 33.3333, 99.9999]) {
      const split = withRestSplit(parts(first, ...Array.from({ length: count - 1 }, () => 0)));
      const isTaken = CreatePortfolio.safeParse({ name: "A", category_allocations: split });
      const isPossible = count === 1 || Math.round((100 - first) * 10_000) >= count - 1;
      expect([count, first, sumOf(split), isTaken.success]).toEqual([
        count,
        first,
        WHOLE,
        isPossible,
      ]);
    }
  }
  expect(withRestSplit(parts(60, 0)).map((part) => part.allocated_fraction)).toEqual([0.6, 0.4]);
  expect(withRestSplit(parts(50, 30)).map((part) => part.allocated_fraction)).toEqual([0.6, 0.4]);
  expect(withRestSplit(parts(80, 40))).toEqual(parts(80, 40));
});

test("a percentage is read to four decimals, with a point or a comma, and written as it was", () => {
  for (const text of ["0", "7", "33.3333", "100", "0.0001"]) {
    expect(formatPercent(readPercent(text) ?? -1)).toBe(text);
  }
  expect(readPercent("12,5")).toBe(125_000);
  for (const text of ["", "-1", "101", "1.23456", "ten", "1e2"]) {
    expect([text, readPercent(text)]).toEqual([text, null]);
  }
});

test("a part is set, moved and taken out, in the order of the catalogue", () => {
  const ids = ["a", "b", "c"];
  const two = withPart(withPart([], ids, { id: "c", millionths: 10 }), ids, {
    id: "a",
    millionths: 0,
  });
  expect(two.map((part) => part.category_id)).toEqual(["a", "c"]);
  expect(withPart(two, ids, { id: "a", millionths: null })).toHaveLength(1);
});
