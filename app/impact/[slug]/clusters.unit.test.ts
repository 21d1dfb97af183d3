import fc from "fast-check";
import { expect, test } from "vitest";
import { clustersOf } from "./clusters";

const pins = fc.array(
  fc.record({
    place: fc.option(fc.tuple(fc.integer({ min: 0, max: 940 }), fc.integer({ min: 0, max: 480 })), {
      nil: null,
    }),
  }),
  { maxLength: 60 },
);

test("each placed pin is in one cluster, and no two clusters overlap", () => {
  fc.assert(
    fc.property(pins, (all) => {
      const clusters = clustersOf(all);
      const joined = clusters.flatMap((one) => one.pins);
      expect(new Set(joined).size).toBe(joined.length);
      expect(joined).toHaveLength(all.filter(({ place }) => place !== null).length);
      for (const [index, one] of clusters.entries()) {
        for (const other of clusters.slice(index + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(34);
        }
      }
    }),
  );
});
