import fc from "fast-check";
import { expect, it } from "vitest";
import { withMember, withShare } from "./placement-rules";

const portfolios = fc
  .uniqueArray(fc.integer({ min: 1, max: 999_999 }), { minLength: 0, maxLength: 8 })
  .map((cuts) => {
    const ends = [...cuts.toSorted((a, b) => a - b), 1_000_000];
    return ends.map((end, index) => ({
      id: `cat_${index}`,
      millionths: end - (ends[index - 1] ?? 0),
    }));
  });

it("a new share leaves a whole, no part empty, and the others in proportion", () => {
  fc.assert(
    fc.property(
      portfolios,
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom("cat_0", "cat_3", "new"),
      (parts, millionths, id) => {
        const changed = withShare(parts, { id, millionths });
        const others = parts.filter((part) => part.id !== id);
        const sum = others.reduce((all, part) => all + part.millionths, 0);
        if (changed === null) {
          // Only if some other part is too small for its share, or nothing is left to share with.
          const rest = 1_000_000 - millionths;
          const isTiny = others.some((part) => (part.millionths * rest) / sum < 1);
          expect(isTiny || (others.length === 0 && rest > 0)).toBe(true);
          return;
        }
        expect(changed.reduce((all, part) => all + part.millionths, 0)).toBe(1_000_000);
        expect(changed.find((part) => part.id === id)?.millionths).toBe(millionths);
        for (const { id: other, millionths: before } of others) {
          const after = changed.find((part) => part.id === other)?.millionths ?? 0;
          expect(after).toBeGreaterThan(0);
          const exact = (before * (1_000_000 - millionths)) / sum;
          expect(Math.abs(after - exact)).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});

it("a portfolio's only category cannot have less than all", () => {
  const parts = [{ id: "a", millionths: 1_000_000 }];
  expect(withShare(parts, { id: "a", millionths: 400_000 })).toBeNull();
  expect(withShare(parts, { id: "b", millionths: 1_000_000 })).toBeNull();
  expect(withShare(parts, { id: "b", millionths: 250_000 })).toEqual([
    { id: "a", millionths: 750_000 },
    { id: "b", millionths: 250_000 },
  ]);
});

it("a member keeps its place and gets its weight; a new one comes last", () => {
  const members = [
    { project_id: "a", weight: 1 },
    { project_id: "b", weight: 2 },
  ];
  expect(withMember(members, { project_id: "a", weight: 3 })).toEqual([
    { project_id: "a", weight: 3 },
    { project_id: "b", weight: 2 },
  ]);
  expect(withMember(members, { project_id: "c", weight: 0.5 }).at(-1)).toEqual({
    project_id: "c",
    weight: 0.5,
  });
});
