import { expect, it } from "vitest";
import { periodOf, periodsAt } from "./list-periods";

const daysAt = (now: Date) =>
  Object.fromEntries(periodsAt(now).map(({ value, days }) => [value, days]));

it("periods begin and end within their month and year of UTC, in any time zone", () => {
  expect(daysAt(new Date("2028-03-03T23:59:00Z"))).toEqual({
    today: ["2028-03-03", "2028-03-03"],
    week: ["2028-02-26", "2028-03-03"],
    days: ["2028-02-03", "2028-03-03"],
    month: ["2028-03-01", "2028-03-31"],
    "last-month": ["2028-02-01", "2028-02-29"],
    quarter: ["2028-01-01", "2028-03-31"],
    "last-quarter": ["2027-10-01", "2027-12-31"],
    year: ["2028-01-01", "2028-12-31"],
    "last-year": ["2027-01-01", "2027-12-31"],
  });
  expect(daysAt(new Date("2026-01-31T00:00:00Z"))["last-month"]).toEqual([
    "2025-12-01",
    "2025-12-31",
  ]);
});

it("days are the period that they were chosen by, or dates of one's own", () => {
  const now = new Date("2026-11-24T00:00:00Z");
  for (const { value, days } of periodsAt(now)) expect(periodOf(...days, now)).toBe(value);
  expect(periodOf("", "", now)).toBe("");
  expect(periodOf("2026-11-01", "", now)).toBe("dates");
  expect(periodOf("2026-11-02", "2026-11-30", now)).toBe("dates");
});
