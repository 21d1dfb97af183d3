const DAY_MS = 86_400_000;
/** Days whose retirements determine the rate. */
const RATE_DAYS = 30;

/** Start in UTC of the first of these days; the last is today. */
export function rateSince(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) - RATE_DAYS + 1) * DAY_MS);
}

export interface StockPart {
  projectId: string;
  projectName: string;
  vintageYear: number;
  lots: number;
  quantityKg: number;
  retiredKg: number;
  /** Unsold kg in lots that are not on sale. */
  offSaleKg: number;
  /** Kg retired for orders since the given time. */
  lateKg: number;
}

export interface ProjectStock {
  projectId: string;
  projectName: string;
  vintages: { year: number; quantityKg: number; retiredKg: number; leftKg: number }[];
  quantityKg: number;
  retiredKg: number;
  /** In lots on sale. */
  leftKg: number;
  /** Average kg retired per day in this period. */
  perDayKg: number;
  /** Days that the stock lasts at this rate, rounded down; null if nothing is used. */
  daysLeft: number | null;
}

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

/** Returns whether the stock ends within these days. Unused stock only counts if it is empty. */
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

/** Sorts by the order, then by id, so that every row has one position. */
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
