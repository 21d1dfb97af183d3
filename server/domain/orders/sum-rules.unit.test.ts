import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wholeDays } from "./sum-rules";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("whole days of a period", () => {
  it("leave the rest of the first and the last day", () => {
    const [from, to] = [
      new Date("2026-10-01T00:00:00+02:00"),
      new Date("2026-10-31T23:59:59.999+01:00"),
    ];
    expect(wholeDays({ from, to })).toEqual({
      days: { from: new Date("2026-10-01"), before: new Date("2026-10-31") },
      edges: [
        { from, to: new Date("2026-09-30T23:59:59.999Z") },
        { from: new Date("2026-10-31"), to },
      ],
    });
  });

  it("are all days without ends, and none within a day", () => {
    expect(wholeDays({ from: null, to: null })).toEqual({
      days: { from: null, before: null },
      edges: [],
    });
    const day = { from: new Date("2026-10-01T08:00:00Z"), to: new Date("2026-10-01T09:00:00Z") };
    expect(wholeDays(day)).toEqual({ days: null, edges: [day] });
  });

  it("and the edges contain each time of the period once, and no other", () => {
    const time = fc.integer({ min: 0, max: 5 * DAY_MS });
    const end = fc.option(time, { nil: null });
    fc.assert(
      fc.property(end, end, time, (from, to, at) => {
        const date = (ms: number | null) => (ms === null ? null : new Date(ms));
        const { days, edges } = wholeDays({ from: date(from), to: date(to) });
        const day = Math.floor(at / DAY_MS) * DAY_MS;
        const isInDays =
          days !== null &&
          (days.from === null || days.from.getTime() <= day) &&
          (days.before === null || days.before.getTime() > day);
        const inEdges = edges.filter(
          (edge) =>
            (edge.from === null || edge.from.getTime() <= at) &&
            (edge.to === null || edge.to.getTime() >= at),
        ).length;
        const isWithin = (from === null || at >= from) && (to === null || at <= to);
        expect(Number(isInDays) + inEdges).toBe(Number(isWithin));
      }),
    );
  });
});
