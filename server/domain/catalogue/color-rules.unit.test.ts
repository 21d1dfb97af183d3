import fc from "fast-check";
import { expect, test } from "vitest";
import { CATEGORY_COLORS, withNewColors } from "./color-rules";

const ids = fc.uniqueArray(fc.integer().map(String), { maxLength: 40 });

test("gives the colors in order, and then again", () => {
  const all = Array.from({ length: CATEGORY_COLORS + 2 }, (_, index) => String(index));
  const colors = [...withNewColors(new Map(), all).values()];
  expect(colors).toEqual([...Array.from({ length: 12 }, (_, index) => index + 1), 1, 2]);
});

test("gives a new category the first of the least used colors", () => {
  const existing = new Map([
    ["a", 1],
    ["b", 3],
  ]);
  const colors = withNewColors(existing, ["c", "d"]);
  expect([...colors]).toEqual([
    ["a", 1],
    ["b", 3],
    ["c", 2],
    ["d", 4],
  ]);
  const full = new Map(Array.from({ length: 12 }, (_, index) => [`${index}`, (index % 11) + 1]));
  expect(withNewColors(full, ["new"]).get("new")).toBe(12);
});

test("never changes a color, whatever is added in which order", () => {
  fc.assert(
    fc.property(ids, ids, (first, second) => {
      const before = withNewColors(new Map(), first);
      const after = withNewColors(before, [...second, ...first.toReversed()]);
      for (const [id, color] of before) expect(after.get(id)).toBe(color);
      expect(after.size).toBe(new Set([...first, ...second]).size);
    }),
  );
});
