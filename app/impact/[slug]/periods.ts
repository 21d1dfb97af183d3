// Months of an impact page, grouped into bars and years.
import { formatMonth } from "#core/dates";
import type { Language } from "#core/language";
import type { PublicImpact } from "#domain/impact";
import { impactCopy } from "./copy/copy";

type Months = PublicImpact["months"];

export interface Period {
  label: string;
  kg: number;
  /** Short enough for a place under its bar. */
  short: string;
  /** Part of the kg that registries have retired. */
  retiredKg: number;
}

const MAX_MONTHS = 36;

interface Month {
  year: number;
  /** From 0. */
  month: number;
}

function labelsOf({ year, month }: Month, many: number, language: Language) {
  if (many === 12) return { label: String(year), short: "" };
  if (many === 3) {
    const label = impactCopy[language].timeline.quarter(month / 3 + 1, year);
    return { label, short: "" };
  }
  const at = new Date(Date.UTC(year, month));
  const short = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" }).format(at);
  return { label: formatMonth(at, language), short: short.slice(0, 4).replace(/\.$/, "") };
}

/** Number of months per bar. */
export function monthsOfBar(months: Months): 1 | 3 | 12 {
  if (months.length <= MAX_MONTHS) return 1;
  return months.length <= MAX_MONTHS * 3 ? 3 : 12;
}

/** Groups the months into bars, oldest first. The sum stays the same. */
export function periodsOf(months: Months, language: Language = "en"): Period[] {
  const many = monthsOfBar(months);
  const numberOf = (at: Date) => Math.floor((at.getUTCFullYear() * 12 + at.getUTCMonth()) / many);
  const sums = new Map<number, Omit<Period, "label" | "short">>();
  for (const { startsAt, kg, registryRetiredKg } of months) {
    const number = numberOf(startsAt);
    const sum = sums.get(number) ?? { kg: 0, retiredKg: 0 };
    sums.set(number, { kg: sum.kg + kg, retiredKg: sum.retiredKg + registryRetiredKg });
  }
  if (sums.size === 0) return [];
  const last = Math.max(...sums.keys());
  const first = Math.min(...sums.keys());
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = (first + index) * many;
    const at = { year: Math.floor(month / 12), month: month % 12 };
    return {
      ...labelsOf(at, many, language),
      ...(sums.get(first + index) ?? { kg: 0, retiredKg: 0 }),
    };
  });
}

/** Returns the maximum of the scale: a round number whose half is round, too. */
export function endOfScale(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const end = [1, 2, 4, 6, 8, 10].map((step) => step * power).find((it) => it >= value);
  return Math.max(end ?? value, 2);
}

export const everyBar = { 1: "month", 3: "quarter", 12: "year" } as const;
export type Every = (typeof everyBar)[keyof typeof everyBar];

export interface Chapter {
  year: number;
  kg: number;
  retiredKg: number;
  months: Months;
}

/** The years with their months, newest first. */
export function chaptersOf(months: Months): Chapter[] {
  const years = Map.groupBy(months, ({ startsAt }) => startsAt.getUTCFullYear());
  return [...years]
    .map(([year, its]) => ({
      year,
      kg: its.reduce((sum, { kg }) => sum + kg, 0),
      retiredKg: its.reduce((sum, { registryRetiredKg }) => sum + registryRetiredKg, 0),
      months: its,
    }))
    .sort((a, b) => b.year - a.year);
}
