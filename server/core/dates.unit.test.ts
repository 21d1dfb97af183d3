import { expect, test } from "vitest";
import { formatDay, formatMoment, formatMonth } from "./dates";

const moment = new Date("2026-11-21T00:03:00Z");

test.each([
  ["en", "November 21, 2026", "November 21, 2026 at 00:03 UTC"],
  ["de", "21. November 2026", "21. November 2026 um 00:03 UTC"],
  ["fr", "21 novembre 2026", "21 novembre 2026 à 00:03 UTC"],
  ["es", "21 de noviembre de 2026", "21 de noviembre de 2026 a las 0:03 UTC"],
] as const)(
  "%s: a moment names its time zone, in the order of the language",
  (language, day, at) => {
    expect(formatDay(moment, language)).toBe(day);
    expect(formatMoment(moment.toISOString(), language)).toBe(at);
  },
);

test("a month is short", () => {
  expect(formatMonth(moment)).toBe("Nov 2026");
});
