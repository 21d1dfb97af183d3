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
      expect(iso(historyFrom(now))).toBe([day(29), expectedMonths[0] ?? ""].sort()[0]);
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
      priceCents: fc.nat(1000),
      paidCents: fc.integer({ min: -1000, max: 1000 }),
    }),
  );
  fc.assert(
    fc.property(parts, (all) => {
      const { days, months } = historyOf({ sold: all, paid: all }, now);
      for (const [spans, length] of [
        [days, 10],
        [months, 7],
      ] as const) {
        for (const { startsAt, api, checkout, paidCents } of spans) {
          const own = all.filter((it) =>
            iso(it.startsAt).startsWith(iso(startsAt).slice(0, length)),
          );
          expect(paidCents).toBe(own.reduce((sum, it) => sum + it.paidCents, 0));
          for (const [channel, sold] of [
            ["api", api],
            ["checkout", checkout],
          ] as const) {
            const its = own.filter((it) => it.channel === channel);
            expect(sold.kg).toBe(its.reduce((sum, { kg }) => sum + kg, 0));
            expect(sold.priceCents).toBe(its.reduce((sum, { priceCents }) => sum + priceCents, 0));
          }
        }
      }
    }),
  );
});
