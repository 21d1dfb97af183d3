// The bars of the chart: months, or longer periods where the months are too many to be told apart.
import type { PublicImpact } from "#domain/impact";

type Months = PublicImpact["months"];

export interface Period {
  label: string;
  kg: number;
}

/** A chart with a bar or two would say nothing: it shows a year at least. */
const FEWEST = 12;
const MOST = 36;

const monthName = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

function inYear(year: number, first: number, many: number): string {
  if (many === 12) return String(year);
  if (many === 3) return `Q${first / 3 + 1} ${year}`;
  return monthName.format(new Date(Date.UTC(year, first)));
}

/** How many months a bar stands for. */
export function monthsOfBar(months: Months): 1 | 3 | 12 {
  if (months.length <= MOST) return 1;
  return months.length <= MOST * 3 ? 3 : 12;
}

/** The bars, oldest first. No kilogram is lost: together they are as many as the months'. */
export function periodsOf(months: Months): Period[] {
  const many = monthsOfBar(months);
  const numberOf = (at: Date) => Math.floor((at.getUTCFullYear() * 12 + at.getUTCMonth()) / many);
  const sums = new Map<number, number>();
  for (const { startsAt, kg } of months) {
    const number = numberOf(startsAt);
    sums.set(number, (sums.get(number) ?? 0) + kg);
  }
  if (sums.size === 0) return [];
  const last = Math.max(...sums.keys());
  const first = Math.min(...sums.keys(), many === 1 ? last - FEWEST + 1 : last);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = (first + index) * many;
    const label = inYear(Math.floor(month / 12), month % 12, many);
    return { label, kg: sums.get(first + index) ?? 0 };
  });
}

/** The end of a scale that holds the value, and whose half is a round number too. */
export function endOfScale(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const end = [1, 2, 4, 6, 8, 10].map((step) => step * power).find((it) => it >= value);
  return Math.max(end ?? value, 2);
}
