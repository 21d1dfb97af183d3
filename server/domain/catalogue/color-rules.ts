/** Colors of categories are numbered from 1. Each scheme has one for every number. */
export const CATEGORY_COLORS = 12;

const numbers = Array.from({ length: CATEGORY_COLORS }, (_, index) => index + 1);

/** Adds a color for each id that has none: the first of those with the fewest categories. */
export function withNewColors(
  existing: ReadonlyMap<string, number>,
  ids: readonly string[],
): Map<string, number> {
  const colors = new Map(existing);
  const uses = new Map(numbers.map((color) => [color, 0]));
  const use = (color: number) => uses.set(color, (uses.get(color) ?? 0) + 1);
  for (const color of existing.values()) use(color);
  for (const id of ids) {
    if (colors.has(id)) continue;
    const fewest = Math.min(...uses.values());
    const color = numbers.find((number) => uses.get(number) === fewest) ?? 1;
    colors.set(id, color);
    use(color);
  }
  return colors;
}
