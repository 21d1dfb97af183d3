// The parts of a portfolio as its builder moves them: in whole millionths, so that sums are exact.

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

const percent = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4, useGrouping: false });

/** "33.3333", of millionths. */
export function formatPercent(millionths: number): string {
  return percent.format(millionths / PER_PERCENT);
}

/** The millionths of a typed percentage of at most four decimals, or null where it is none. */
export function readPercent(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (!/^\d{1,3}(\.\d{0,4})?$/.test(text)) return null;
  const millionths = Math.round(Number(text) * PER_PERCENT);
  return millionths <= WHOLE ? millionths : null;
}

/** The parts with one of them set anew, in the order of `ids`; null takes it out. */
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

/** The parts with what is missing to the whole shared evenly: by those without any, else by all. */
export function withRestSplit(parts: readonly Part[]): Part[] {
  const rest = WHOLE - sumOf(parts);
  const blank = parts.filter((part) => part.allocated_fraction === 0);
  const takers = blank.length > 0 ? blank : parts;
  if (rest <= 0 || takers.length === 0) return [...parts];
  const each = Math.floor(rest / takers.length);
  const odd = rest - each * takers.length;
  return parts.map((part) => {
    const place = takers.indexOf(part);
    if (place < 0) return part;
    const millionths = millionthsOf(part) + each + (place < odd ? 1 : 0);
    return { ...part, allocated_fraction: millionths / WHOLE };
  });
}
