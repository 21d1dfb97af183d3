// Exact arithmetic of the catalogue: fractions in millionths, the order of lists, and what an address names.

export const MILLION = 1_000_000;

/** The fraction (or weight) in whole millionths; null where it has more than six decimals. */
export function toMillionths(fraction: number): number | null {
  const millionths = Math.round(fraction * MILLION);
  // Dividing gives the very number that the decimal is read as, so equality is exact.
  return millionths / MILLION === fraction ? millionths : null;
}

/** For fractions that the schema has accepted. @throws RangeError beyond six decimals */
export function requireMillionths(fraction: number): number {
  const millionths = toMillionths(fraction);
  if (millionths === null) throw new RangeError(`${fraction} has more than six decimals`);
  return millionths;
}

export function fromMillionths(millionths: number): number {
  return millionths / MILLION;
}

/**
 * Merges the order of a file into the order that there is: the file's items stand in the file's
 * order, all others keep theirs, and an item that is new follows its predecessor in the file.
 */
export function mergeOrder(existing: readonly string[], file: readonly string[]): string[] {
  const isExisting = new Set(existing);
  const isInFile = new Set(file);
  const returning = file.filter((id) => isExisting.has(id)).values();
  const followers = new Map<string | null, string[]>();
  let predecessor: string | null = null;
  for (const id of file) {
    if (isExisting.has(id)) predecessor = id;
    else followers.set(predecessor, [...(followers.get(predecessor) ?? []), id]);
  }
  const leading = followers.get(null) ?? [];
  const merged: string[] = [];
  for (const place of existing) {
    const id = isInFile.has(place) ? (returning.next().value ?? place) : place;
    if (isInFile.has(place)) merged.push(...leading.splice(0));
    merged.push(id, ...(followers.get(id) ?? []));
  }
  return [...merged, ...leading];
}

const MAX_ID_LENGTH = 255;

/** Whether an id can be that of anything: what else an address may hold is not looked up. */
export function isPublicId(id: string): boolean {
  return id !== "" && id.length <= MAX_ID_LENGTH && id.isWellFormed() && !id.includes("\0");
}

/** Of the entries of either mode that have one id, the live one, else the test one, else null. */
export function preferLive<Entry extends { mode: string }>(found: readonly Entry[]): Entry | null {
  return found.find(({ mode }) => mode === "live") ?? found[0] ?? null;
}
