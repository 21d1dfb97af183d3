import { overlappingPairs } from "#domain/inventory";
import type { ExportLot } from "./export-contents";
import type { ReadFile } from "./read-retirements";

/** A lot and its file. */
export interface PlacedLot {
  file: string;
  lot: ExportLot;
}

interface Entry extends PlacedLot {
  /** In the order of files and lines. */
  place: number;
  range: ExportLot["range"];
}

interface Overlap {
  placed: PlacedLot;
  reason: string;
}

/** Of each two lots that share a serial the later one, unless its earlier one is out too. */
function laterOnes(entries: readonly Entry[]): Map<Entry, Entry> {
  const pairs = overlappingPairs(entries)
    .map(([one, other]): readonly [Entry, Entry] =>
      one.place < other.place ? [one, other] : [other, one],
    )
    .toSorted(([, a], [, b]) => a.place - b.place);
  const later = new Map<Entry, Entry>();
  for (const [first, second] of pairs) if (!later.has(first)) later.set(second, first);
  return later;
}

/**
 * The files' lots without those that share a serial with an earlier one. Files that overlap in time
 * contain the same issuance twice, which is no fault.
 */
export function distinctLots(files: readonly ReadFile[]): {
  lots: PlacedLot[];
  overlaps: Overlap[];
} {
  const known = new Map<string, Entry>();
  for (const { name, lots } of files) {
    for (const lot of lots) {
      const entry = { file: name, lot, range: lot.range, place: known.size };
      if (!known.has(lot.id)) known.set(lot.id, entry);
    }
  }
  let rest = [...known.values()];
  const overlaps: Overlap[] = [];
  for (let later = laterOnes(rest); later.size > 0; later = laterOnes(rest)) {
    for (const [placed, { file, lot }] of later) {
      const reason = `"${placed.range.range}" shares serials with ${file}, line ${lot.line}`;
      overlaps.push({ placed, reason });
    }
    rest = rest.filter((entry) => !later.has(entry));
  }
  return { lots: rest, overlaps };
}
