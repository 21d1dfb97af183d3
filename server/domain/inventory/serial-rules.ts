import {
  blockKey,
  cutWith,
  formats,
  hasRangeSign,
  isometricIssuance,
  type Parts,
  plainText,
} from "./serial-format-rules";

/** One serial number is one tonne of CO2e at every registry. In kg. */
export const kgPerSerial = 1000;

/** The range contradicts its lot. The message is shown to operators. */
export class SerialRangeError extends Error {
  override readonly name = "SerialRangeError";
}

/** A range of serials with numbers, `first` and `last` included. */
export interface NumberedSerialRange {
  kind: Parts["kind"];
  range: string;
  /** Key of the issuance: only ranges with the same key can overlap. */
  blockKey: string;
  first: number;
  last: number;
}

/** A name for a whole lot, such as an Isometric issuance id. */
interface NamedSerialRange {
  kind: "isometric" | "opaque";
  range: string;
  /** Tonnes that the lot touches: its kg divided by 1000, rounded up. */
  tonnes: number;
}

export type SerialRange = NumberedSerialRange | NamedSerialRange;

export function isNumbered(range: SerialRange): range is NumberedSerialRange {
  return range.kind !== "isometric" && range.kind !== "opaque";
}

/** The text's numbers; null if they are too large or run backwards. */
function numbersOf(parts: Parts): { first: number; last: number } | null {
  const [first, last] = [Number(parts.first), Number(parts.last)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return null;
  return last < first ? null : { first, last };
}

/** Returns why the numbers in `parts` are not `quantityKg` of serials; null if they are. */
function miscount(parts: Parts, quantityKg: number): string | null {
  const numbers = numbersOf(parts);
  if (numbers === null) {
    const isCountable = [parts.first, parts.last].every((one) => Number.isSafeInteger(Number(one)));
    if (!isCountable) return "its serial numbers are too large to be counted exactly";
    return `its last serial, ${parts.last}, comes before its first, ${parts.first}`;
  }
  const serials = numbers.last - numbers.first + 1;
  if (serials * kgPerSerial === quantityKg) return null;
  return `it counts ${serials} serials of a tonne each, but the quantity is ${quantityKg} kg`;
}

function requireText(range: string, quantityKg: number): string {
  if (!Number.isSafeInteger(quantityKg) || quantityKg <= 0) {
    throw new SerialRangeError(`A lot's quantity is a whole number of kg, not ${quantityKg}`);
  }
  const text = range.trim();
  if (text === "") throw new SerialRangeError("The serial number range is empty");
  return text;
}

function rangeOf(parts: Parts, range: string): NumberedSerialRange | null {
  const numbers = numbersOf(parts);
  return numbers && { kind: parts.kind, range, blockKey: blockKey(parts), ...numbers };
}

/** Parses the numbers of a text, whatever the quantity; null if it has none. */
export function readNumbers(range: string): NumberedSerialRange | null {
  for (const format of formats) {
    const parts = cutWith(format, range.trim());
    if (parts !== null) return rangeOf(parts, range);
    if (format.marker?.test(range.trim())) return null;
  }
  return null;
}

/**
 * Returns why the text must be a range that does not fit `quantityKg`; null if it may be a name.
 * Numbers that run backwards may be: many names end in a year and a number.
 */
export function misreadRange(range: string, quantityKg: number): string | null {
  const text = range.trim();
  for (const { kind, shape, marker, registry } of formats) {
    const parts = cutWith({ kind, shape }, text);
    const fault =
      parts === null ? "its parts are not those of a range" : miscount(parts, quantityKg);
    if (fault === null) return null;
    if (marker?.test(text)) return `"${text}" has the form of ${registry}, but ${fault}`;
    if (parts !== null && numbersOf(parts)) return `"${text}" is a range of serials, but ${fault}`;
  }
  return hasRangeSign(text) ? `"${text}" looks like a range of serials, in no known format` : null;
}

function cutAsCounted(text: string, quantityKg: number): Parts | null {
  for (const format of formats) {
    const parts = cutWith(format, text);
    if (parts !== null && miscount(parts, quantityKg) === null) return parts;
    if (format.marker?.test(text)) return null;
  }
  return null;
}

/** As `cutAsCounted`, for a stored lot: fewer formats had a marker when it arrived. */
function cutAsStored(text: string, quantityKg: number): Parts {
  for (const format of formats) {
    const parts = cutWith(format, text);
    if (parts !== null && miscount(parts, quantityKg) === null) return parts;
  }
  throw new SerialRangeError(`"${text}" is not a range of ${quantityKg} kg of serials`);
}

/**
 * Parses a lot's serial number range, whose numbers must be exactly the lot's tonnes. A text
 * without numbers names the whole lot if it is an Isometric issuance or `isOpaque` is set.
 * @throws SerialRangeError
 */
export function parseSerialRange(
  range: string,
  quantityKg: number,
  { isOpaque = false }: { isOpaque?: boolean } = {},
): SerialRange {
  const text = requireText(range, quantityKg);
  const parts = cutAsCounted(text, quantityKg);
  const numbered = parts && rangeOf(parts, range);
  if (numbered && isOpaque) {
    throw new SerialRangeError(`"${text}" is a range of serials and must not be opaque`);
  }
  if (numbered) return numbered;
  const fault = misreadRange(text, quantityKg);
  if (fault !== null) throw new SerialRangeError(fault);
  const tonnes = Math.ceil(quantityKg / kgPerSerial);
  if (isOpaque) return { kind: "opaque", range, tonnes };
  if (isometricIssuance.test(text)) return { kind: "isometric", range, tonnes };
  throw new SerialRangeError(
    `"${text}" is in no known format of serial numbers; ` +
      'if it names the whole lot, add "opaque_serials": true to the lot',
  );
}

/** Serials of a stored lot: numbers, a name, or a name that is never narrowed to tonnes. */
export type SerialForm = "numbered" | "named" | "opaque";

export interface StoredSerials {
  serialNumberRange: string;
  quantityKg: number;
  serialForm: SerialForm;
}

/** A stored lot's serials as they were parsed on arrival, however its text would be parsed now. */
export function storedSerialRange(stored: StoredSerials): SerialRange {
  const { serialNumberRange: range, quantityKg, serialForm } = stored;
  const numbered =
    serialForm === "numbered" && rangeOf(cutAsStored(range.trim(), quantityKg), range);
  if (numbered) return numbered;
  return { kind: "opaque", range, tonnes: Math.ceil(quantityKg / kgPerSerial) };
}

/** Writes `serial` as wide as `place` if the range has leading zeros. */
function writeSerial(serial: number, place: string, isPadded: boolean): string {
  return isPadded ? String(serial).padStart(place.length, "0") : String(serial);
}

/**
 * Narrows the lot's range to the tonnes touched by its kg from `fromKg` up to, not including,
 * `toKg`. The result has the registry's format; a name gets its tonnes added, unless it is opaque.
 * @throws SerialRangeError for a bad range, or kg outside the lot
 */
export function narrowSerialRange(lot: StoredSerials, fromKg: number, toKg: number): string {
  const { serialNumberRange: range, quantityKg, serialForm } = lot;
  const text = requireText(range, quantityKg);
  const parts = serialForm === "numbered" ? cutAsStored(text, quantityKg) : null;
  const areWhole = Number.isSafeInteger(fromKg) && Number.isSafeInteger(toKg);
  if (!areWhole || fromKg < 0 || toKg <= fromKg || toKg > quantityKg) {
    throw new SerialRangeError(`Kg ${fromKg} to ${toKg} are not a part of a lot of ${quantityKg}`);
  }
  const tonnes = Math.ceil(quantityKg / kgPerSerial);
  const start = Math.floor(fromKg / kgPerSerial);
  const end = Math.floor((toKg - 1) / kgPerSerial);
  if (serialForm === "opaque" || (start === 0 && end === tonnes - 1)) return range;
  if (parts === null) {
    const touched = start === end ? `tonne ${start + 1}` : `tonnes ${start + 1}–${end + 1}`;
    return `${text}, ${touched} of ${tonnes}`;
  }
  const base = Number(parts.first);
  const isPadded = /^0\d/.test(parts.first) || /^0\d/.test(parts.last);
  const first = writeSerial(base + start, parts.first, isPadded);
  const last = writeSerial(base + end, parts.last, isPadded);
  return `${parts.before}${first}${parts.between}${last}${parts.after}`;
}

/** Restores the range of a numbered lot before it was cut: the first part of `quantityKg`. */
export function widenSerialRange(first: StoredSerials, quantityKg: number): string {
  const parts = cutAsStored(first.serialNumberRange.trim(), first.quantityKg);
  const last = Number(parts.first) + quantityKg / kgPerSerial - 1;
  const isPadded = /^0\d/.test(parts.first) || /^0\d/.test(parts.last);
  return `${parts.before}${parts.first}${parts.between}${writeSerial(last, parts.last, isPadded)}${parts.after}`;
}

/** Returns whether one name contains the other. Isometric ids only match exactly. */
export function namesOverlap(a: SerialRange, b: SerialRange): boolean {
  const [one, other] = [plainText(a.range), plainText(b.range)];
  if (one === other) return true;
  if (a.kind !== "opaque" && b.kind !== "opaque") return false;
  return one.includes(other) || other.includes(one);
}

/** Returns whether lots with these ranges would share a serial. */
export function serialRangesOverlap(a: SerialRange, b: SerialRange): boolean {
  if (isNumbered(a) && isNumbered(b)) {
    return a.blockKey === b.blockKey && a.first <= b.last && b.first <= a.last;
  }
  if (isNumbered(a) || isNumbered(b)) return plainText(a.range) === plainText(b.range);
  return namesOverlap(a, b);
}

interface Entry {
  range: SerialRange;
}

/** Compares each opaque name with all names: there are few, since each is declared by hand. */
function overlappingNames<T extends Entry>(entries: readonly T[]): (readonly [T, T])[] {
  const names = entries.filter(({ range }) => !isNumbered(range));
  return names.flatMap((one, index) => {
    if (one.range.kind !== "opaque") return [];
    const others = names.filter(({ range }, place) => range.kind !== "opaque" || place > index);
    return others
      .filter((other) => namesOverlap(one.range, other.range))
      .map((other) => [one, other] as const);
  });
}

function overlappingNumbers<T extends Entry>(entries: readonly T[]): (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  const numbered = entries.flatMap((entry) => {
    const { range } = entry;
    return isNumbered(range) ? [{ entry, ...range }] : [];
  });
  for (const block of Map.groupBy(numbered, (one) => one.blockKey).values()) {
    block.sort((a, b) => a.first - b.first);
    let reaching = block[0];
    for (const next of block.slice(1)) {
      if (reaching === undefined) break;
      if (next.first <= reaching.last) pairs.push([reaching.entry, next.entry]);
      if (next.last > reaching.last) reaching = next;
    }
  }
  return pairs;
}

/**
 * Finds the entries that share a serial with another, each in at least one pair. Numbers take n log
 * n steps, so it handles a registry's whole export.
 */
export function overlappingPairs<T extends Entry>(entries: readonly T[]): (readonly [T, T])[] {
  const byText = Map.groupBy(entries, ({ range }) => plainText(range.range));
  const same = [...byText.values()].flatMap(([first, ...others]) =>
    others.flatMap((other) => (first === undefined ? [] : [[first, other] as const])),
  );
  const pairs = [...same, ...overlappingNames(entries), ...overlappingNumbers(entries)];
  const distinct = new Map<T, Set<T>>();
  return pairs.filter(([one, other]) => {
    if (distinct.get(one)?.has(other) || distinct.get(other)?.has(one)) return false;
    distinct.set(one, (distinct.get(one) ?? new Set()).add(other));
    return true;
  });
}
