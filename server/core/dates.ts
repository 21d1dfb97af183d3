// Dates as people read them, always in UTC. Pure.
import type { Language } from "./language";

type Point = Date | string;

const localeOf = (language: Language) => (language === "en" ? "en-US" : language);

/** Keeps a format per language: making one takes fifty times as long as using it. */
function formatOf(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<Language, Intl.DateTimeFormat>();
  return (point: Point, language: Language): string => {
    const format =
      formats.get(language) ??
      new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" });
    formats.set(language, format);
    return format.format(new Date(point));
  };
}

const dayFormat = formatOf({ dateStyle: "long" });
const monthFormat = formatOf({ month: "short", year: "numeric" });
const momentFormat = formatOf({ dateStyle: "long", timeStyle: "short", hourCycle: "h23" });

/** "November 21, 2026", as the language writes it. */
export function formatDay(point: Point, language: Language = "en"): string {
  return dayFormat(point, language);
}

/** "Nov 2026", as the language writes it. */
export function formatMonth(point: Point, language: Language = "en"): string {
  return monthFormat(point, language);
}

/** "November 21, 2026 at 14:03 UTC", as the language writes it. */
export function formatMoment(point: Point, language: Language = "en"): string {
  return `${momentFormat(point, language)} UTC`;
}

const DAY_MS = 86_400_000;

/** The ISO date some days later, or earlier if negative. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns whether an ISO date is later than today, in any time zone of a registry. */
export function isInFuture(day: string, now: Date): boolean {
  return day > shiftDay(now.toISOString().slice(0, 10), 1);
}
