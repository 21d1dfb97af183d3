// Dates as people read them, always in UTC. Pure.
import type { Language } from "./language";

type Point = Date | string;

const localeOf = (language: Language) => (language === "en" ? "en-US" : language);

/** "November 21, 2026", as the language writes it. */
export function formatDay(point: Point, language: Language = "en"): string {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(language), options).format(new Date(point));
}

/** "Nov 2026", as the language writes it. */
export function formatMonth(point: Point, language: Language = "en"): string {
  const options = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(language), options).format(new Date(point));
}

/** "November 21, 2026 at 14:03 UTC", as the language writes it. */
export function formatMoment(point: Point, language: Language = "en"): string {
  const clock = { timeStyle: "short", hourCycle: "h23" } as const;
  const options = { dateStyle: "long", timeZone: "UTC", ...clock } as const;
  return `${new Intl.DateTimeFormat(localeOf(language), options).format(new Date(point))} UTC`;
}
