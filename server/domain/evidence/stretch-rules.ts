import type { KgStretch } from "./unit-runs-rules";

/** Splits a stretch into the parts that the others cover, and the rest. Both are sorted. */
export function splitCovered(
  { startKg, endKg }: KgStretch,
  others: readonly KgStretch[],
): { covered: KgStretch[]; rest: KgStretch[] } {
  const covered: KgStretch[] = [];
  const rest: KgStretch[] = [];
  let nextKg = startKg;
  for (const other of others.toSorted((a, b) => a.startKg - b.startKg)) {
    const from = Math.max(other.startKg, nextKg);
    const to = Math.min(other.endKg, endKg);
    if (from >= to) continue;
    if (from > nextKg) rest.push({ startKg: nextKg, endKg: from });
    covered.push({ startKg: from, endKg: to });
    nextKg = to;
  }
  if (nextKg < endKg) rest.push({ startKg: nextKg, endKg });
  return { covered, rest };
}

interface OfLot extends KgStretch {
  lotId: string;
}

/**
 * Returns a search for the stretches that share kg with another, sorted by their start. They must be
 * disjoint.
 */
export function overlapSearch<Stretch extends OfLot>(
  stretches: readonly Stretch[],
): (other: OfLot) => Stretch[] {
  const byLot = Map.groupBy(stretches, ({ lotId }) => lotId);
  for (const list of byLot.values()) list.sort((a, b) => a.startKg - b.startKg);
  return ({ lotId, startKg, endKg }) => {
    const list = byLot.get(lotId);
    if (!list) return [];
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle]?.endKg ?? 0) <= startKg) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while ((list[end]?.startKg ?? Number.POSITIVE_INFINITY) < endKg) end += 1;
    return list.slice(low, end);
  };
}
