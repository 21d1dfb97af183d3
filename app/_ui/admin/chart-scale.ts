/** A column this many times as high as the next one would flatten the others. */
const OUTLIER_FACTOR = 4;
/** At most one column in this many is cut. */
const COLUMNS_PER_CUT = 10;

/** Returns the end of a scale for the value; its half is a round number too. */
function scaleEnd(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const end = [1, 2, 4, 6, 8, 10]
    .map((step) => step * power)
    .find((candidate) => candidate >= value);
  return Math.max(end ?? value, 2);
}

/**
 * End of the axis for columns of these values. A few that stand far above all others are left out:
 * they are cut there, and must be marked.
 */
export function axisEnd(values: readonly number[]): number {
  const highest = values.toSorted((a, b) => b - a);
  const most = Math.ceil(values.length / COLUMNS_PER_CUT);
  const cut = Array.from({ length: most }, (_, at) => at + 1).findLast((count) => {
    const [low = 0, next = 0] = highest.slice(count - 1, count + 1);
    return next > 0 && low > OUTLIER_FACTOR * next;
  });
  return scaleEnd(highest[cut ?? 0] ?? 0);
}

/** Places of the labels below the columns; the last one always has a label. */
export function labelledPlaces(columns: number, most: number): number[] {
  const step = Math.ceil(columns / most);
  const places = Array.from({ length: Math.ceil(columns / step) }, (_, at) => at * step);
  return places.map((place) => columns - 1 - place).reverse();
}

const changes = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** A percentage this many times as high says nothing. */
const MAX_PERCENTAGE_FACTOR = 10;

/** "+12%" or "20 times as much"; null if there was nothing before. */
export function changeLabel(now: number, before: number): string | null {
  if (before <= 0) return null;
  const times = now / before;
  if (times < MAX_PERCENTAGE_FACTOR) return changes.format(times - 1);
  return `${Math.round(times).toLocaleString("en-US")} times as much`;
}
