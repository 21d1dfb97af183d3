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

/** Key that ranges must share to overlap. */
export function blockOf(range: SerialRange): string {
  return isNumbered(range) ? `numbered ${range.blockKey}` : `named ${range.range}`;
}

/**
 * Returns whether the lot has unsold serials in the retired range. Tonnes that orders have touched
 * do not count: they are retired at the registry by us.
 */
export function hasUnsoldSerials(lot: HeldLot, retired: SerialRange): boolean {
  if (lot.retiredKg >= lot.quantityKg) return false;
  if (!isNumbered(lot.range) || !isNumbered(retired)) return true;
  const touched = Math.ceil(lot.retiredKg / kgPerSerial);
  return retired.first <= lot.range.last && retired.last >= lot.range.first + touched;
}

/** Spans of the lot's serials between the gaps. */
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

/** Lots that replace an unsold one, without its retired serials. */
export function remaindersOf(lot: ParsedLot, retired: SerialRange[]): NewLot[] {
  const { range, id, quantityKg, serialNumberRange: _, ...facts } = lot;
  if (!isNumbered(range)) return [];
  const gaps = retired.filter(isNumbered);
  return spansBetween(range, gaps).map(({ first, last }) => {
    const numbers = `${first}-${last}`;
    const whole = `${range.first}-${range.last}`;
    const startKg = (first - range.first) * kgPerSerial;
    const endKg = (last - range.first + 1) * kgPerSerial;
    return {
      ...facts,
      id: id.endsWith(whole) ? id.slice(0, -whole.length) + numbers : `${id}_${numbers}`,
      quantityKg: endKg - startKg,
      serialNumberRange: narrowSerialRange(
        { serialNumberRange: range.range, quantityKg, serialForm: "numbered" },
        startKg,
        endKg,
      ),
    };
  });
}
