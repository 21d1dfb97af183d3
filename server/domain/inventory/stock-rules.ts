// What the sums of the stock say: what is left, and how long it lasts. Pure.
import type { StockPart } from "./stock";

const DAY_MS = 86_400_000;
/** The days whose retirements tell the rate. */
const RATE_DAYS = 30;

/** The start, in UTC, of the first of the days that tell the rate; the last is today. */
export function rateSince(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) - RATE_DAYS + 1) * DAY_MS);
}

export interface ProjectStock {
  projectId: string;
  projectName: string;
  vintages: { year: number; quantityKg: number; retiredKg: number; leftKg: number }[];
  quantityKg: number;
  retiredKg: number;
  /** Of lots that are on sale. */
  leftKg: number;
  /** Kg that were retired on an average day of late. */
  perDayKg: number;
  /** For how many days the stock lasts at this rate, rounded down; null where nothing is used. */
  daysLeft: number | null;
}

/** The parts of each project together. */
export function stockByProject(parts: readonly StockPart[]): ProjectStock[] {
  const byProject = Map.groupBy(parts, ({ projectId }) => projectId);
  return [...byProject].map(([projectId, of]) => {
    const sum = (kg: (part: StockPart) => number) => of.reduce((all, part) => all + kg(part), 0);
    const quantityKg = sum((part) => part.quantityKg);
    const retiredKg = sum((part) => part.retiredKg);
    const leftKg = quantityKg - retiredKg - sum((part) => part.offSaleKg);
    const lateKg = sum((part) => part.lateKg);
    return {
      projectId,
      projectName: of[0]?.projectName ?? projectId,
      vintages: of.map((part) => ({
        year: part.vintageYear,
        quantityKg: part.quantityKg,
        retiredKg: part.retiredKg,
        leftKg: part.quantityKg - part.retiredKg - part.offSaleKg,
      })),
      quantityKg,
      retiredKg,
      leftKg,
      perDayKg: lateKg / RATE_DAYS,
      daysLeft: lateKg === 0 ? null : Math.floor((leftKg * RATE_DAYS) / lateKg),
    };
  });
}

/** Whether the stock ends within so many days; what nobody buys only where it has ended. */
export function runsOut({ leftKg, daysLeft }: ProjectStock, withinDays: number): boolean {
  return leftKg === 0 || (daysLeft !== null && daysLeft < withinDays);
}

type Order = (one: ProjectStock, other: ProjectStock) => number;
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const orders = {
  name: (one, other) => byText(one.projectName, other.projectName),
  left: (one, other) => one.leftKg - other.leftKg,
  rate: (one, other) => one.perDayKg - other.perDayKg,
  days: (one, other) => (one.daysLeft ?? Infinity) - (other.daysLeft ?? Infinity) || 0,
} as const satisfies Record<string, Order>;

export type StockOrder = keyof typeof orders;

/** Sorts by the order; equals go by id, so that a page has one place for each. */
export function sortStock(
  stock: readonly ProjectStock[],
  by: StockOrder,
  isDown: boolean,
): ProjectStock[] {
  const sign = isDown ? -1 : 1;
  return stock.toSorted(
    (one, other) => sign * orders[by](one, other) || byText(one.projectId, other.projectId),
  );
}
