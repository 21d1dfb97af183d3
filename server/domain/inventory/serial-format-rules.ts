type Kind = "verra" | "gold-standard" | "cdm" | "apx" | "cercarbono" | "puro" | "trailing";

/** The text of a range, split at its two numbers. */
export interface Parts {
  kind: Kind;
  before: string;
  first: string;
  between: string;
  last: string;
  after: string;
}

interface Format {
  kind: Kind;
  registry: string;
  /** A text that matches is of this registry, so a mismatch with `shape` is an error. */
  marker: RegExp | null;
  shape: RegExp;
}

export const formats: readonly Format[] = [
  {
    // <batch>-<first>-<last>-VCS-VCU-…; older ones lack the program ("VCS-").
    kind: "verra",
    registry: "Verra",
    marker: /^\d+-.*-VCU-/i,
    shape: /^(?<before>\d+-)(?<first>\d+)(?<between>-)(?<last>\d+)(?<after>-(?:[A-Z]+-)?VCU-.+)$/i,
  },
  {
    // GS1-1-<country>-GS<project>-<project type>-<vintage>-<issuance>-<first>-<last>
    kind: "gold-standard",
    registry: "Gold Standard",
    marker: /^GS\d+-\d+-[A-Z]{2,3}-GS\d+-/i,
    shape:
      /^(?<before>GS\d+-\d+-[A-Z]{2,3}-GS\d+-\d+-\d{4}-\d+-)(?<first>\d+)(?<between>-)(?<last>\d+)$/i,
  },
  {
    // A CER of the UN's Clean Development Mechanism, with its first and last unit in full:
    // RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014. Gold Standard lists those it has labeled.
    kind: "cdm",
    registry: "the CDM registry",
    marker: /^[A-Z]{2}(?:-\d+){6}\s+[-–]\s+[A-Z]{2}(?:-\d+){6}\b/i,
    shape:
      /^(?<before>(?<head>[A-Z]{2}-\d+-))(?<first>\d+)(?<between>(?<tail>(?:-\d+){4})\s+[-–]\s+\k<head>)(?<last>\d+)(?<after>\k<tail>)$/i,
  },
  {
    // ACR-US-1185-2025-3078-1 to 85847. CAR and ART run on the same platform; ART also lists
    // credits of the FCPF.
    kind: "apx",
    registry: "ACR, CAR or ART",
    marker: /^(?:ACR|CAR|ART|FCPF)-/i,
    shape:
      /^(?<before>(?:ACR|CAR|ART|FCPF)-.*-\s*)(?<first>\d+)(?<between>\s+to\s+|\s*[-–]\s*)(?<last>\d+)$/i,
  },
  {
    // CDC_7_1_1_321_14_CO_1_1 from 1526 to 4486: the export's columns serial, from and to. Without
    // numbers it names an issuance, which may count from 0 or from 1.
    kind: "cercarbono",
    registry: "Cercarbono",
    marker: /^CDC_\d/i,
    shape:
      /^(?<before>(?:CDC|IC|CP|CGS|CDB|CBA)_\w+,?\s+(?:from\s+)?)(?<first>\d+)(?<between>,?\s+to\s+|\s*[-–]\s*)(?<last>\d+)$/i,
  },
  {
    // PURO_PR_CORC100+_FI_577166_2020_<issuance>_1-100. Older certificates count from 1 after the
    // 18 digits of their facility.
    kind: "puro",
    registry: "Puro",
    marker: /^PURO_/i,
    shape:
      /^(?<before>PURO_.+_(?<head>\d{18})?)(?<first>\d{1,12})(?<between>\s*[-–]\s*\k<head>)(?<last>\d{1,12})$/i,
  },
  {
    kind: "trailing",
    registry: "",
    marker: null,
    shape: /^(?<before>.*\D)(?<first>\d+)(?<between>\s+to\s+|\s*[-–]\s*)(?<last>\d+)$/i,
  },
];

/** Isometric has no serials per tonne: an issuance's id names all of its kg. */
export const isometricIssuance = /^iss_[0-9A-Z]+$/i;

/** Splits the text by the format; null where it has another shape. */
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

const DASHES = /[\u2010-\u2015\u2212]/g;

/** Normalizes dashes, spaces and case, which differ between copies of one serial. */
export function plainText(text: string): string {
  return text.replace(DASHES, "-").replace(/\s+/g, "").toUpperCase();
}

/** Key of an issuance: equal for all of its ranges, in any notation. */
export function blockKey({ kind, before, between, after }: Parts): string {
  const start = plainText(before);
  // Between the two numbers of a CER are the other parts of its name.
  const middle = kind === "cdm" ? plainText(between) : "-";
  if (kind === "cercarbono") return `${start.replace(/,?(?:FROM)?$/, "")}_#${middle}#`;
  // Verra's last part only tells whether the credits have a certification in addition to VCS. It
  // can change after the issuance, so it is left out.
  const end = plainText(after);
  return `${start}#${middle}#${kind === "verra" ? end.replace(/-[01O]$/, "-#") : end}`;
}

/** Signs of a range that do not occur in names: a word or a dash between two numbers. */
const rangeSigns: readonly RegExp[] = [
  /\d\s+(?:to|through|thru|until|bis|hasta)\s+\S*\d/i,
  /\d\s*(?:\.{2,}|…|->|→|~)\s*\d/,
  /\d\s*[\u2012-\u2015\u2212]\s*\d/,
  /\bfrom\s+\d/i,
  /(?:^|[\s(:,;])\d+\s*-\s*\d+(?:$|[\s),;])/,
];

/** Returns whether the text looks like a range, though no format matches it. */
export function hasRangeSign(text: string): boolean {
  return rangeSigns.some((sign) => sign.test(text));
}

/** Serials of one issuance, `first` and `last` included. */
export interface NumberedSerials {
  kind: "numbered";
  block: string;
  first: number;
  last: number;
}

/** A lot with a name in place of numbers: all of it, or some of its tonnes, counted from 1. */
export interface NamedSerials {
  kind: "named";
  range: string;
  tonnes: { first: number; last: number; of: number } | null;
}

export type QueriedSerials = NumberedSerials | NamedSerials;

/** In characters. No lot's range is longer, and no range on a certificate. */
export const MAX_SERIAL_LENGTH = 600;
/** More than any issuance has; beyond it the kg would not be exact. */
const MAX_SERIALS = 1_000_000_000_000;

/**
 * Notations of a single serial, with one number in place of a range's two. A serial that ends in
 * its number needs none.
 */
const singles: readonly { kind: Parts["kind"]; shape: RegExp }[] = [
  {
    kind: "verra",
    shape: /^(?<before>\d+-)(?<first>\d+)(?<after>-(?:[A-Z]+-)?VCU-.+)$/i,
  },
  {
    kind: "cdm",
    shape: /^(?<before>[A-Z]{2}-\d+-)(?<first>\d+)(?<after>(?:-\d+){4})$/i,
  },
  {
    kind: "cercarbono",
    shape: /^(?<before>(?:CDC|IC|CP|CGS|CDB|CBA)_\w+,?\s(?:from\s)?)(?<first>\d+)$/i,
  },
  { kind: "puro", shape: /^(?<before>PURO_.+_\d{18})(?<first>\d{1,12})$/i },
  { kind: "trailing", shape: /^(?<before>.*\D)(?<first>\d+)$/ },
];

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const TONNES = /^(?<range>.+), tonnes? (?<first>\d+)(?:[-–](?<last>\d+))? of (?<of>\d+)$/;

/**
 * The text as typed, and without the line breaks, spaces and typographic hyphens of a copy from a
 * document.
 */
function spellings(text: string): string[] {
  const plain = text.replace(INVISIBLE, "").replace(DASHES, "-").trim();
  const line = plain.replace(/\s+/g, " ");
  return [...new Set([text.trim(), line, line.replaceAll(" ", "")])];
}

/** One serial as the range that starts and ends with it. */
function asRange(parts: Parts): Parts {
  // Only a CER has more than a sign between its numbers, and only its block key reads it.
  const between = `${parts.after} - ${parts.before}`;
  return { ...parts, between, last: parts.first };
}

function numbersOf(parts: Parts): NumberedSerials[] {
  const [first, last] = [Number(parts.first), Number(parts.last)];
  if (!Number.isSafeInteger(last) || last < first || last - first >= MAX_SERIALS) return [];
  return [{ kind: "numbered", block: blockKey(parts), first, last }];
}

/**
 * All readings with numbers. A number at the end may be a serial or the end of a range: both are
 * read.
 */
function numbered(text: string): NumberedSerials[] {
  const ranges = formats.flatMap((format) => cutWith(format, text) ?? []);
  const single = singles.flatMap((format) => cutWith(format, text) ?? []).map(asRange);
  return [...ranges, ...single].flatMap(numbersOf);
}

function named(text: string): NamedSerials[] {
  const all: NamedSerials = { kind: "named", range: text, tonnes: null };
  const part = TONNES.exec(text)?.groups;
  if (part === undefined) return [all];
  const number = (name: string) => Number(part[name] ?? part["first"]);
  const tonnes = { first: number("first"), last: number("last"), of: number("of") };
  const isCounted = Object.values(tonnes).every(Number.isSafeInteger);
  if (!isCounted || tonnes.first < 1 || tonnes.last < tonnes.first || tonnes.of < tonnes.last) {
    return [all];
  }
  return [{ kind: "named", range: part["range"] ?? "", tonnes }, all];
}

/**
 * Returns all readings of the text, the likeliest first; none if it is empty or too long. The
 * lookup decides which of them exist.
 */
export function readSerials(text: string): QueriedSerials[] {
  if (text.trim() === "" || text.length > MAX_SERIAL_LENGTH || text.includes("\0")) return [];
  const all = spellings(text.toWellFormed());
  const readings = [...all.flatMap(numbered), ...all.flatMap(named)];
  const byText = new Map(readings.map((reading) => [JSON.stringify(reading), reading]));
  return [...byText.values()];
}
