// Stock in the model: the distribution of an amount over projects and lots, and what leaves it.
import type { Lot, Part, Portfolio, Till } from "./till";

export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function quantityKg({ first, last }: Lot): number {
  return (last - first + 1) * 1000;
}

/** The id of a piece depends on which orders were matched together; its first serial does not. */
export const nameOf = ({ projectId, first }: Pick<Lot, "projectId" | "first">) =>
  `${projectId} from ${first}`;

/** A project's lots in the order of use. */
function lotsOf(till: Till, projectId: string): Lot[] {
  return till.lots
    .filter((lot) => lot.projectId === projectId && lot.state === "on_sale")
    .sort(
      (a, b) =>
        a.vintage - b.vintage ||
        a.arrived - b.arrived ||
        byText(a.root.id, b.root.id) ||
        a.first - b.first,
    );
}

/** Remaining kilograms by project. */
export function stockOf(till: Till): Map<string, number> {
  const projects = new Set(till.categories.flatMap((it) => it.projects.map(({ id }) => id)));
  return new Map(
    [...projects].map((id) => [
      id,
      lotsOf(till, id).reduce((sum, lot) => sum + quantityKg(lot) - lot.soldKg, 0),
    ]),
  );
}

/**
 * Whole kilograms in proportion to weights; the rest goes to the largest remainders, then by id.
 */
function inProportion(kg: number, shares: { id: string; weight: number }[]): Map<string, number> {
  const sum = shares.reduce((total, { weight }) => total + weight, 0);
  const parts = shares
    .map(({ id, weight }) => ({
      id,
      whole: Math.floor((kg * weight) / sum),
      rest: (kg * weight) % sum,
    }))
    .sort((a, b) => b.rest - a.rest || byText(a.id, b.id));
  const over = kg - parts.reduce((total, { whole }) => total + whole, 0);
  return new Map(parts.map(({ id, whole }, rank) => [id, whole + (rank < over ? 1 : 0)]));
}

/**
 * Kilograms of each project for an order, taken from `stock`; null, and nothing taken, if it can't
 * be fulfilled in full. A project that runs short passes its share to others in its category.
 */
export function take(
  till: Till,
  portfolio: Portfolio,
  { kg, stock }: { kg: number; stock: Map<string, number> },
): Map<string, number> | null {
  const left = new Map(stock);
  const taken = new Map<string, number>();
  const parts = portfolio.parts.map((part) => ({ id: part.categoryId, weight: part.millionths }));
  const shares = [...inProportion(kg, parts)].sort(([a], [b]) => byText(a, b));
  for (const [categoryId, share] of shares) {
    const projects = till.categories.find(({ id }) => id === categoryId)?.projects ?? [];
    let missing = share;
    while (missing > 0) {
      const open = projects.filter(({ id }) => (left.get(id) ?? 0) > 0);
      if (open.length === 0) return null;
      for (const [id, part] of inProportion(missing, open)) {
        const got = Math.min(part, left.get(id) ?? 0);
        left.set(id, (left.get(id) ?? 0) - got);
        taken.set(id, (taken.get(id) ?? 0) + got);
        missing -= got;
      }
    }
  }
  for (const [id, kgLeft] of left) stock.set(id, kgLeft);
  return taken;
}

/** Serials of the lot from `first` on become a lot of their own, of which nothing is sold. */
function splitAt(till: Till, lot: Lot, first: number): void {
  till.lots.push({ ...lot, id: nameOf({ ...lot, first }), first, soldKg: 0 });
  lot.last = first - 1;
}

/** The next whole tonne of the project that no order has a part of; null if there is none. */
function wholeTonne(till: Till, projectId: string): Lot | null {
  for (const lot of lotsOf(till, projectId)) {
    const free = lot.first + Math.ceil(lot.soldKg / 1000);
    if (free > lot.last) continue;
    if (lot.soldKg % 1000 === 0) return lot;
    splitAt(till, lot, free);
    return till.lots.at(-1) ?? null;
  }
  return null;
}

/** Of the oldest vintage the lot with an opened tonne, or else the next one; null if all is sold. */
function looseLot(till: Till, projectId: string): Lot | null {
  const lots = lotsOf(till, projectId).filter((lot) => lot.soldKg < quantityKg(lot));
  const oldest = lots.filter(({ vintage }) => vintage === lots[0]?.vintage);
  return oldest.find(({ soldKg }) => soldKg % 1000 > 0) ?? lots[0] ?? null;
}

/** Each full tonne of the amount is a tonne of its own while there are such tonnes. */
export function draw(till: Till, projectId: string, kg: number): Part[] {
  const starts = new Map<Lot, number>();
  let missing = kg;
  while (missing > 0) {
    const tonne = missing >= 1000 ? wholeTonne(till, projectId) : null;
    const lot = tonne ?? looseLot(till, projectId);
    if (!lot) throw new Error(`${missing} kg of ${projectId} are missing`);
    if (!starts.has(lot)) starts.set(lot, lot.soldKg);
    const got = tonne ? 1000 : Math.min(missing, 1000 - (lot.soldKg % 1000));
    lot.soldKg += got;
    missing -= got;
  }
  return [...starts].map(([lot, startKg]) => ({ lotId: lot.id, startKg, endKg: lot.soldKg }));
}

interface Span {
  first: number;
  last: number;
}

/** For a lot that was gone before its import time could be observed; sorts last. */
export const UNOBSERVED = Number.MAX_SAFE_INTEGER;

/** Tonnes of a lot that no order has touched. */
function untouched(lot: Lot): Span {
  return { first: lot.first + Math.ceil(lot.soldKg / 1000), last: lot.last };
}

const overlaps = (a: Span, b: Span) => a.first <= a.last && a.first <= b.last && b.first <= a.last;

/** Cuts the untouched serials that are gone out of the lot. The first piece keeps its id. */
function cutOut(till: Till, lot: Lot, gone: Span): void {
  const free = untouched(lot);
  const removed = {
    first: Math.max(gone.first, free.first),
    last: Math.min(gone.last, lot.last),
  };
  const spans = [
    { first: lot.first, last: removed.first - 1, isGone: false },
    { ...removed, isGone: true },
    { first: removed.last + 1, last: lot.last, isGone: false },
  ].filter(({ first, last }) => first <= last);
  const pieces = spans.map(({ first, last, isGone }, index) => ({
    ...lot,
    id: index === 0 ? lot.id : nameOf({ ...lot, first }),
    first,
    last,
    soldKg: index === 0 ? lot.soldKg : 0,
    state: isGone ? ("removed" as const) : lot.state,
  }));
  till.lots = [...till.lots.filter((it) => it !== lot), ...pieces];
}

/**
 * A registry lists serials as retired. Those that no order has touched leave the stock, unless an
 * operator has dismissed the list.
 */
export function removeRetired(till: Till, gone: Span): void {
  const isGone = (it: Span) => it.first === gone.first && it.last === gone.last;
  const named = till.named.find(isGone) ?? { ...gone, isDismissed: false };
  if (!till.named.some(isGone)) till.named.push(named);
  if (named.isDismissed) return;
  for (const lot of till.lots) {
    if (lot.state !== "removed" && overlaps(untouched(lot), gone)) cutOut(till, lot, gone);
  }
}

/** Puts a stopped lot back on sale, which dismisses the listed serials of its unsold tonnes. */
export function resume(till: Till, lot: Lot): void {
  lot.state = "on_sale";
  for (const named of till.named) if (overlaps(untouched(lot), named)) named.isDismissed = true;
}
