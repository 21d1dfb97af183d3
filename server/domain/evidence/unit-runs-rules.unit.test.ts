import fc from "fast-check";
import { expect, it } from "vitest";
import { overlapSearch, splitCovered } from "./unit-runs-rules";

const stretch = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 10 }))
  .map(([startKg, kg]) => ({ startKg, endKg: startKg + kg }));
const kgOf = ({ startKg, endKg }: { startKg: number; endKg: number }) =>
  Array.from({ length: endKg - startKg }, (_, n) => startKg + n);

it("splits each kg of a stretch into covered or rest, once, whatever overlaps it", () => {
  fc.assert(
    fc.property(stretch, fc.array(stretch, { maxLength: 6 }), (whole, others) => {
      const { covered, rest } = splitCovered(whole, others);
      const taken = new Set(others.flatMap(kgOf));
      expect(covered.flatMap(kgOf)).toEqual(kgOf(whole).filter((kg) => taken.has(kg)));
      expect(rest.flatMap(kgOf)).toEqual(kgOf(whole).filter((kg) => !taken.has(kg)));
    }),
  );
});

it("splits a stretch into parts that each have at least one kg", () => {
  fc.assert(
    fc.property(stretch, fc.array(stretch, { maxLength: 6 }), (whole, others) => {
      const { covered, rest } = splitCovered(whole, others);
      for (const part of [...covered, ...rest]) expect(part.endKg).toBeGreaterThan(part.startKg);
    }),
  );
});

it("finds exactly the disjoint stretches of a lot that share kg with another, in their order", () => {
  const cuts = fc.uniqueArray(fc.nat(40), { minLength: 2, maxLength: 12 });
  const disjoint = cuts.map((kgs) => {
    const sorted = kgs.toSorted((a, b) => a - b);
    return sorted.slice(1).map((endKg, index) => ({
      lotId: endKg % 3 === 0 ? "b" : "a",
      startKg: sorted[index] ?? 0,
      endKg,
    }));
  });
  const both = disjoint.chain((sorted) =>
    fc.record({
      sorted: fc.constant(sorted),
      shuffled: fc.shuffledSubarray(sorted, { minLength: sorted.length }),
    }),
  );
  fc.assert(
    fc.property(both, stretch, fc.constantFrom("a", "b"), ({ sorted, shuffled }, other, lotId) => {
      const kgs = new Set(kgOf(other));
      const expected = sorted.filter(
        (one) => one.lotId === lotId && kgOf(one).some((kg) => kgs.has(kg)),
      );
      const search = overlapSearch(shuffled);
      expect(search({ ...other, lotId })).toEqual(expected);
    }),
  );
});
