import fc from "fast-check";
import { expect, it } from "vitest";
import { historyFrom, historyOf } from "./history-rules";

const DAY_MS = 86_400_000;
const moments = fc.date({
  min: new Date("2024-01-01T00:00:00Z"),
  max: new Date("2032-01-01T00:00:00Z"),
  noInvalidDate: true,
});
const iso = (date: Date) => date.toISOString();

it("has the last 30 days and the last 12 months, oldest first, ending today", () => {
  fc.assert(
    fc.property(moments, (now) => {
      const { days, months } = historyOf({ sold: [], paid: [] }, now);
      const today = `${iso(now).slice(0, 10)}T00:00:00.000Z`;
      const day = (ago: number) => iso(new Date(Date.parse(today) - ago * DAY_MS));
      const expectedDays = Array.from({ length: 30 }, (_, index) => day(29 - index));
      expect(days.map(({ startsAt }) => iso(startsAt))).toEqual(expectedDays);
      const year = now.getUTCFullYear();
      const expectedMonths = Array.from({ length: 12 }, (_, index) =>
        iso(new Date(Date.UTC(year, now.getUTCMonth() - 11 + index, 1))),
      );
      expect(months.map(({ startsAt }) => iso(startsAt))).toEqual(expectedMonths);
      const from = iso(new Date(Date.UTC(year - 1, now.getUTCMonth() - 11, 1)));
      expect(iso(historyFrom(now))).toBe(from);
    }),
  );
});

it("adds each sale and payment to its own day, month and channel, and leaves out what is older", () => {
  const now = new Date("2026-03-31T12:00:00Z");
  const parts = fc.array(
    fc.record({
      startsAt: fc
        .integer({ min: Date.parse("2025-01-01"), max: now.getTime() })
        .map((ms) => new Date(ms - (ms % DAY_MS))),
      channel: fc.constantFrom("api" as const, "checkout" as const),
      kg: fc.nat(1000),
      price: fc.nat(1000),
      paid: fc.integer({ min: -1000, max: 1000 }),
    }),
  );
  fc.assert(
    fc.property(parts, (all) => {
      const { days, months } = historyOf({ sold: all, paid: all }, now);
      for (const [spans, length] of [
        [days, 10],
        [months, 7],
      ] as const) {
        for (const { startsAt, api, checkout, paid } of spans) {
          const own = all.filter((it) =>
            iso(it.startsAt).startsWith(iso(startsAt).slice(0, length)),
          );
          expect(paid).toBe(own.reduce((sum, it) => sum + it.paid, 0));
          for (const [channel, sold] of [
            ["api", api],
            ["checkout", checkout],
          ] as const) {
            const its = own.filter((it) => it.channel === channel);
            expect(sold.kg).toBe(its.reduce((sum, { kg }) => sum + kg, 0));
            expect(sold.price).toBe(its.reduce((sum, { price }) => sum + price, 0));
          }
        }
      }
    }),
  );
});

it("compares with the periods before, up to the same day", () => {
  const dates = [
    "2025-03-30",
    "2025-03-31",
    "2025-04-01",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ];
  const paid = dates.map((day, at) => ({
    startsAt: new Date(`${day}T00:00:00Z`),
    paid: 10 ** at,
  }));
  const { before, days, months } = historyOf({ sold: [], paid }, new Date("2026-03-31T08:00:00Z"));
  const sumOf = (periods: typeof days) => periods.reduce((sum, it) => sum + it.paid, 0);
  // March 2 is the first of the last 30 days, and April 1 is in the last 12 months.
  expect(sumOf(days)).toBe(100_000);
  expect(sumOf(before.days)).toBe(11_000);
  expect(sumOf(months)).toBe(111_100);
  expect(sumOf(before.months)).toBe(11);
  const early = historyOf({ sold: [], paid }, new Date("2026-03-30T08:00:00Z"));
  expect(early.before.months.at(-1)?.paid).toBe(1);
  const leap = historyOf({ sold: [], paid: [] }, new Date("2028-02-29T08:00:00Z"));
  expect(leap.before.months.at(-1)?.startsAt).toEqual(new Date("2027-02-01T00:00:00Z"));
});

it("no part is counted twice or lost between a period and the one before", () => {
  fc.assert(
    fc.property(moments, fc.nat(59), (now, ago) => {
      const startsAt = new Date(
        `${iso(new Date(now.getTime() - ago * DAY_MS)).slice(0, 10)}T00:00Z`,
      );
      const { days, before } = historyOf({ sold: [], paid: [{ startsAt, paid: 1 }] }, now);
      const sumOf = (periods: typeof days) => periods.reduce((sum, it) => sum + it.paid, 0);
      expect([sumOf(days), sumOf(before.days)]).toEqual(ago < 30 ? [1, 0] : [0, 1]);
    }),
  );
});
