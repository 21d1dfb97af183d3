import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monthKeys, monthOf, readMonth } from "./month-rules";

const month = (key: string, from: string, to: string) => ({
  key,
  from: new Date(`${from}T00:00:00Z`),
  to: new Date(`${to}T00:00:00Z`),
});

describe("a month", () => {
  it.each([
    month("2026-10", "2026-10-01", "2026-11-01"),
    month("2026-09", "2026-09-01", "2026-10-01"),
    month("2026-12", "2026-12-01", "2027-01-01"),
    month("2100-02", "2100-02-01", "2100-03-01"),
    month("2199-01", "2199-01-01", "2199-02-01"),
  ])("$key is read with its first day and that of the next month", (one) => {
    expect(readMonth(one.key)).toEqual(one);
  });

  it.each([
    ...["", "2026", "2026-00", "2026-13", "2026-1", "2026-0a", "1999-12", "2200-01"],
    ...["02026-10", "2026-101", "2026-10-01", "a2026-10", "2026-10 "],
  ])('"%s" is none', (key) => {
    expect(readMonth(key)).toBeNull();
  });

  it("contains each of its moments, in UTC", () => {
    const moments = fc.date({ min: new Date(0), max: new Date("2199-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (date) => {
        const { key, from, to } = monthOf(date);
        expect(date.toISOString().startsWith(key)).toBe(true);
        expect(from <= date && date < to).toBe(true);
        expect(monthOf(to).from).toEqual(to);
      }),
    );
  });
});

describe("the months of a period", () => {
  const keys = (first: string, last: string) => monthKeys(new Date(first), new Date(last));

  it("are listed newest first, with those of both ends", () => {
    expect(keys("2025-11-30T23:59:59Z", "2026-02-01T00:00:00Z")).toEqual([
      ...["2026-02", "2026-01", "2025-12", "2025-11"],
    ]);
    expect(keys("2026-01-15", "2026-01-15")).toEqual(["2026-01"]);
  });

  it("do not contain the month that ends where the period starts", () => {
    expect(keys("2026-02-01T00:00:00Z", "2026-03-31")).toEqual(["2026-03", "2026-02"]);
  });
});
