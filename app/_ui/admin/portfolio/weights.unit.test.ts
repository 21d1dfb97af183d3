import { expect, test } from "vitest";
import { CreatePortfolio } from "#schemas/catalogue";
import { formatPercent, parsePercent, sumOf, WHOLE, withPart, withRestSplit } from "./weights";

const parts = (...percents: number[]) =>
  percents.map((percent, index) => ({
    category_id: `cat_${index}`,
    allocated_fraction: percent / 100,
  }));

test("splits the remainder so that the server accepts the sum", () => {
  for (let count = 1; count <= 50; count += 1) {
    for (const first of [0, 12, 33.3333, 99.9999]) {
      const split = withRestSplit(parts(first, ...Array.from({ length: count - 1 }, () => 0)));
      const parsed = CreatePortfolio.safeParse({ name: "A", category_allocations: split });
      const isSolvable = count === 1 || Math.round((100 - first) * 10_000) >= count - 1;
      expect([count, first, sumOf(split), parsed.success]).toEqual([
        count,
        first,
        WHOLE,
        isSolvable,
      ]);
    }
  }
  expect(withRestSplit(parts(60, 0)).map((part) => part.allocated_fraction)).toEqual([0.6, 0.4]);
  expect(withRestSplit(parts(50, 30)).map((part) => part.allocated_fraction)).toEqual([0.6, 0.4]);
  expect(withRestSplit(parts(80, 40))).toEqual(parts(80, 40));
});

test("parses percentages with up to four decimals, and formats them back", () => {
  for (const text of ["0", "7", "33.3333", "100", "0.0001"]) {
    expect(formatPercent(parsePercent(text) ?? -1)).toBe(text);
  }
  expect(parsePercent("12,5")).toBe(125_000);
  for (const text of ["", "-1", "101", "1.23456", "ten", "1e2"]) {
    expect([text, parsePercent(text)]).toEqual([text, null]);
  }
});

test("adds, changes and removes parts in the order of the catalogue", () => {
  const ids = ["a", "b", "c"];
  const two = withPart(withPart([], ids, { id: "c", millionths: 10 }), ids, {
    id: "a",
    millionths: 0,
  });
  expect(two.map((part) => part.category_id)).toEqual(["a", "c"]);
  expect(withPart(two, ids, { id: "a", millionths: null })).toHaveLength(1);
});
