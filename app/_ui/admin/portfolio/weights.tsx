// Shares of a portfolio in whole millionths, so that sums are exact.

export const WHOLE = 1_000_000;
const PER_PERCENT = 10_000;

export interface Part {
  category_id: string;
  allocated_fraction: number;
}

export function millionthsOf({ allocated_fraction }: Part): number {
  return Math.round(allocated_fraction * WHOLE);
}

export function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + millionthsOf(part), 0);
}

/** True if the parts add up to 100%, and none is empty. */
export function isComplete(parts: readonly Part[]): boolean {
  return sumOf(parts) === WHOLE && parts.every((part) => part.allocated_fraction > 0);
}

const percent = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4, useGrouping: false });

/** Returns "33.3333" for 333,333 millionths. */
export function formatPercent(millionths: number): string {
  return percent.format(millionths / PER_PERCENT);
}

/** Returns the millionths of a percentage with at most four decimals, or null for other text. */
export function parsePercent(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (!/^\d{1,3}(\.\d{0,4})?$/.test(text)) return null;
  const millionths = Math.round(Number(text) * PER_PERCENT);
  return millionths <= WHOLE ? millionths : null;
}

/** Returns the parts with one of them changed, in the order of `ids`; null removes it. */
export function withPart(
  parts: readonly Part[],
  ids: readonly string[],
  change: { id: string; millionths: number | null },
): Part[] {
  const changed = new Map(parts.map((part) => [part.category_id, part.allocated_fraction]));
  if (change.millionths === null) changed.delete(change.id);
  else changed.set(change.id, change.millionths / WHOLE);
  return ids.flatMap((id) => {
    const fraction = changed.get(id);
    return fraction === undefined ? [] : [{ category_id: id, allocated_fraction: fraction }];
  });
}

/** Splits what is missing to 100% evenly among the parts at 0%, or among all if there are none. */
export function withRestSplit(parts: readonly Part[]): Part[] {
  const rest = WHOLE - sumOf(parts);
  const empty = parts.filter((part) => part.allocated_fraction === 0);
  const receivers = empty.length > 0 ? empty : parts;
  if (rest <= 0 || receivers.length === 0) return [...parts];
  const each = Math.floor(rest / receivers.length);
  const remainder = rest - each * receivers.length;
  return parts.map((part) => {
    const position = receivers.indexOf(part);
    if (position < 0) return part;
    const millionths = millionthsOf(part) + each + (position < remainder ? 1 : 0);
    return { ...part, allocated_fraction: millionths / WHOLE };
  });
}
