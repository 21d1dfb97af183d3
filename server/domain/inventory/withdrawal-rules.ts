// What is left of a lot when serials of it turn out to be retired or cancelled elsewhere. Pure.
import type { NewLot, ParsedLot } from "./lot-store";
import { isNumbered, kgPerSerial, narrowSerialRange, type SerialRange } from "./serial-rules";

interface Span {
  first: number;
  last: number;
}

interface HeldLot {
  range: SerialRange;
  quantityKg: number;
  retiredKg: number;
}

/** What ranges must have in common to share a serial at all. */
export function blockOf(range: SerialRange): string {
  return isNumbered(range) ? `numbered ${range.blockKey}` : `named ${range.range}`;
}

/**
 * Whether the lot still offers any of these serials of its block. Tonnes that orders have touched
 * do not count: that they are retired at the registry is only right.
 */
export function offersStill(lot: HeldLot, gone: SerialRange): boolean {
  if (lot.retiredKg >= lot.quantityKg) return false;
  if (!isNumbered(lot.range) || !isNumbered(gone)) return true;
  const touched = Math.ceil(lot.retiredKg / kgPerSerial);
  return gone.first <= lot.range.last && gone.last >= lot.range.first + touched;
}

/** The spans of the lot's serials that are in none of the gaps. */
function spansBetween(whole: Span, gaps: Span[]): Span[] {
  const spans: Span[] = [];
  let next = whole.first;
  for (const gap of gaps.toSorted((a, b) => a.first - b.first)) {
    spans.push({ first: next, last: Math.min(gap.first - 1, whole.last) });
    next = Math.max(next, gap.last + 1);
  }
  spans.push({ first: next, last: whole.last });
  return spans.filter(({ first, last }) => first <= last);
}

/** The lots that take the place of one from which nothing was sold, without the serials gone. */
export function remaindersOf(lot: ParsedLot, gone: SerialRange[]): NewLot[] {
  const { range, id, projectId, vintageYear, opaqueSerials, retirementUrl } = lot;
  if (!isNumbered(range)) return [];
  const gaps = gone.filter(isNumbered);
  return spansBetween(range, gaps).map(({ first, last }) => {
    const numbers = `${first}-${last}`;
    const whole = `${range.first}-${range.last}`;
    const startKg = (first - range.first) * kgPerSerial;
    const endKg = (last - range.first + 1) * kgPerSerial;
    return {
      projectId,
      vintageYear,
      opaqueSerials,
      retirementUrl,
      id: id.endsWith(whole) ? id.slice(0, -whole.length) + numbers : `${id}_${numbers}`,
      quantityKg: endKg - startKg,
      serialNumberRange: narrowSerialRange(
        { serialNumberRange: range.range, quantityKg: lot.quantityKg, serialForm: "numbered" },
        startKg,
        endKg,
      ),
    };
  });
}
