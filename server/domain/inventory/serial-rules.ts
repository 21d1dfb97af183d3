// Serial number ranges of credit lots: reading a registry's own format, narrowing a range to the
// tonnes that some kilograms of it touch, and telling whether two ranges share a serial.

/** One serial number stands for one tonne of CO2e, at every registry. Unit: kg. */
export const kgPerSerial = 1000;

/** The range cannot be what the lot says it is; the message is fit to be shown to an operator. */
export class SerialRangeError extends Error {
  override readonly name = "SerialRangeError";
}

/** A range whose serials are known by number, `first` and `last` both included. */
interface NumberedSerialRange {
  kind: "verra" | "gold-standard" | "cdm" | "trailing";
  range: string;
  /** What all ranges of one issuance share: two ranges can only overlap if it is the same. */
  blockKey: string;
  first: number;
  last: number;
}

/** A name for a lot that says nothing of single serials, such as an Isometric issuance id. */
interface OpaqueSerialRange {
  kind: "opaque";
  range: string;
  /** How many tonnes the lot touches: its kg divided by 1000, rounded up. */
  tonnes: number;
}

export type SerialRange = NumberedSerialRange | OpaqueSerialRange;

/** A range's text, cut at its two numbers. */
export interface Parts {
  kind: NumberedSerialRange["kind"];
  before: string;
  first: string;
  between: string;
  last: string;
  after: string;
}

interface Format {
  kind: NumberedSerialRange["kind"];
  registry: string;
  /** A text that matches this can be nothing else, so a wrong count in it is an error. */
  claim: RegExp | null;
  shape: RegExp;
}

export const formats: readonly Format[] = [
  {
    // <batch>-<first>-<last>-VCS-VCU-…; older ones lack the program ("VCS-").
    kind: "verra",
    registry: "Verra",
    claim: /^\d+-.*-VCU-/i,
    shape: /^(?<before>\d+-)(?<first>\d+)(?<between>-)(?<last>\d+)(?<after>-(?:[A-Z]+-)?VCU-.+)$/i,
  },
  {
    // GS1-1-<country>-GS<project>-<project type>-<vintage>-<issuance>-<first>-<last>
    kind: "gold-standard",
    registry: "Gold Standard",
    claim: /^GS\d+-\d+-[A-Z]{2,3}-GS\d+-/i,
    shape:
      /^(?<before>GS\d+-\d+-[A-Z]{2,3}-GS\d+-\d+-\d{4}-\d+-)(?<first>\d+)(?<between>-)(?<last>\d+)$/i,
  },
  {
    // A CER of the UN's Clean Development Mechanism names its first and its last unit in full:
    // RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014. Gold Standard lists those it has labelled.
    kind: "cdm",
    registry: "the CDM registry",
    claim: /^[A-Z]{2}(?:-\d+){6}\s+[-–]\s+[A-Z]{2}(?:-\d+){6}$/i,
    shape:
      /^(?<before>(?<head>[A-Z]{2}-\d+-))(?<first>\d+)(?<between>(?<tail>(?:-\d+){4})\s+[-–]\s+\k<head>)(?<last>\d+)(?<after>\k<tail>)$/i,
  },
  {
    kind: "trailing",
    registry: "",
    claim: null,
    shape: /^(?<before>.+-)(?<first>\d+)(?<between>-)(?<last>\d+)$/,
  },
];

/** The text cut as the format has it, or null where it has another shape. */
export function cutWith(format: Pick<Format, "kind" | "shape">, text: string): Parts | null {
  const groups = format.shape.exec(text)?.groups;
  if (groups === undefined) return null;
  const part = (name: string) => groups[name] ?? "";
  return {
    kind: format.kind,
    before: part("before"),
    first: part("first"),
    between: part("between"),
    last: part("last"),
    after: part("after"),
  };
}

/** Why the numbers in `parts` are not `quantityKg` of serials; null where they are exactly that. */
function miscount(parts: Parts, quantityKg: number): string | null {
  const first = Number(parts.first);
  const last = Number(parts.last);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) {
    return "its serial numbers are too large to be counted exactly";
  }
  if (last < first) return `its last serial, ${parts.last}, comes before its first, ${parts.first}`;
  const serials = last - first + 1;
  if (serials * kgPerSerial === quantityKg) return null;
  return `it counts ${serials} serials of a tonne each, but the quantity is ${quantityKg} kg`;
}

/** The text cut at its numbers, or null for an opaque one. */
function cut(range: string, quantityKg: number): Parts | null {
  if (!Number.isSafeInteger(quantityKg) || quantityKg <= 0) {
    throw new SerialRangeError(`A lot's quantity is a whole number of kg, not ${quantityKg}`);
  }
  const text = range.trim();
  if (text === "") throw new SerialRangeError("The serial number range is empty");
  for (const format of formats) {
    const parts = cutWith(format, text);
    const fault =
      parts === null ? "its parts are not those of a range" : miscount(parts, quantityKg);
    if (fault === null) return parts;
    if (format.claim?.test(text)) {
      throw new SerialRangeError(`"${text}" has the form of ${format.registry}, but ${fault}`);
    }
  }
  return null;
}

/** What all ranges of one issuance share, as text. */
export function blockKey({ kind, before, between, after }: Parts): string {
  // Verra's last part only says whether the credits carry a certification besides VCS. It can
  // change after the issuance, so one credit may be met with both values: it is left out.
  const rest = kind === "verra" ? after.replace(/-[01O]$/i, "-#") : after;
  return `${before}#${between}#${rest}`.toUpperCase();
}

/**
 * Reads a lot's serial number range.
 *
 * A format is believed only where its serials are exactly the lot's tonnes. A text in the form of
 * Verra, Gold Standard or the CDM that does not count up throws SerialRangeError; any other text
 * is then opaque.
 */
export function parseSerialRange(range: string, quantityKg: number): SerialRange {
  const parts = cut(range, quantityKg);
  if (parts === null) return { kind: "opaque", range, tonnes: Math.ceil(quantityKg / kgPerSerial) };
  return {
    kind: parts.kind,
    range,
    blockKey: blockKey(parts),
    first: Number(parts.first),
    last: Number(parts.last),
  };
}

/** Writes `serial` as wide as `place`, in ranges that fill their numbers up with zeros. */
function writeSerial(serial: number, place: string, isPadded: boolean): string {
  return isPadded ? String(serial).padStart(place.length, "0") : String(serial);
}

/**
 * The lot's range narrowed to the tonnes that its kg from `fromKg` up to, not including, `toKg`
 * touch, in the registry's own format; an opaque range says which of its tonnes they are.
 *
 * Throws SerialRangeError for a bad range, and for kg that are not within the lot.
 */
export function narrowSerialRange(
  range: string,
  quantityKg: number,
  fromKg: number,
  toKg: number,
): string {
  const parts = cut(range, quantityKg);
  const areWhole = Number.isSafeInteger(fromKg) && Number.isSafeInteger(toKg);
  if (!areWhole || fromKg < 0 || toKg <= fromKg || toKg > quantityKg) {
    throw new SerialRangeError(`Kg ${fromKg} to ${toKg} are not a part of a lot of ${quantityKg}`);
  }
  const tonnes = Math.ceil(quantityKg / kgPerSerial);
  const start = Math.floor(fromKg / kgPerSerial);
  const end = Math.floor((toKg - 1) / kgPerSerial);
  if (start === 0 && end === tonnes - 1) return range;
  if (parts === null) {
    const touched = start === end ? `tonne ${start + 1}` : `tonnes ${start + 1}–${end + 1}`;
    return `${range.trim()}, ${touched} of ${tonnes}`;
  }
  const base = Number(parts.first);
  const isPadded = /^0\d/.test(parts.first) || /^0\d/.test(parts.last);
  const first = writeSerial(base + start, parts.first, isPadded);
  const last = writeSerial(base + end, parts.last, isPadded);
  return `${parts.before}${first}${parts.between}${last}${parts.after}`;
}

/** Whether two lots with these ranges would hold one and the same serial. */
export function serialRangesOverlap(a: SerialRange, b: SerialRange): boolean {
  if (a.kind === "opaque" || b.kind === "opaque") return a.range.trim() === b.range.trim();
  return a.blockKey === b.blockKey && a.first <= b.last && b.first <= a.last;
}

/**
 * Finds the entries that share a serial with another one, each in at least one of the pairs.
 * Takes n log n steps, so that a registry's whole export can be looked through.
 */
export function overlappingPairs<T extends { range: SerialRange }>(
  entries: readonly T[],
): (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  const blocks = new Map<string, { entry: T; first: number; last: number }[]>();
  const byText = new Map<string, T>();
  for (const entry of entries) {
    const { range } = entry;
    const namesake = byText.get(range.range.trim());
    if (namesake === undefined) byText.set(range.range.trim(), entry);
    else pairs.push([namesake, entry]);
    if (range.kind === "opaque" || namesake?.range.kind === range.kind) continue;
    const numbered = { entry, first: range.first, last: range.last };
    const block = blocks.get(range.blockKey);
    if (block === undefined) blocks.set(range.blockKey, [numbered]);
    else block.push(numbered);
  }
  for (const block of blocks.values()) {
    block.sort((a, b) => a.first - b.first || a.last - b.last);
    let reaching = block[0];
    for (const next of block.slice(1)) {
      if (reaching === undefined) break;
      if (next.first <= reaching.last) pairs.push([reaching.entry, next.entry]);
      if (next.last > reaching.last) reaching = next;
    }
  }
  return pairs;
}
