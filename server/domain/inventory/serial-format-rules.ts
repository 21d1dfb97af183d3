// How registries write serial numbers, and how to read what somebody types who looks for some.

type Kind = "verra" | "gold-standard" | "cdm" | "apx" | "cercarbono" | "puro" | "trailing";

/** A range's text, cut at its two numbers. */
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
  /** A text that matches this can be nothing else, so whatever does not fit in it is an error. */
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
    // ACR-US-1185-2025-3078-1 to 85847; CAR and ART TREES run on the same platform.
    kind: "apx",
    registry: "ACR, CAR or ART",
    claim: /^(?:ACR|CAR|ART)-/i,
    shape:
      /^(?<before>(?:ACR|CAR|ART)-.*-\s*)(?<first>\d+)(?<between>\s+to\s+|\s*[-–]\s*)(?<last>\d+)$/i,
  },
  {
    // CDC_7_1_1_321_14_CO_1_1 from 1526 to 4486: the export's columns serial, from and to. Without
    // them, the name of an issuance: whether that counts from 0 or from 1 differs.
    kind: "cercarbono",
    registry: "Cercarbono",
    claim: /^CDC_\d/i,
    shape:
      /^(?<before>CDC_\w+,?\s+(?:from\s+)?)(?<first>\d+)(?<between>,?\s+to\s+|\s*[-–]\s*)(?<last>\d+)$/i,
  },
  {
    // PURO_PR_CORC100+_FI_577166_2020_<issuance>_1-100. Older certificates count from 1 behind the
    // 18 digits of their facility.
    kind: "puro",
    registry: "Puro",
    claim: /^PURO_/i,
    shape:
      /^(?<before>PURO_.+_(?<head>\d{18})?)(?<first>\d{1,12})(?<between>\s*[-–]\s*\k<head>)(?<last>\d{1,12})$/i,
  },
  {
    kind: "trailing",
    registry: "",
    claim: null,
    shape: /^(?<before>.*\D)(?<first>\d+)(?<between>\s+to\s+|\s*[-–]\s*)(?<last>\d+)$/i,
  },
];

/** Isometric numbers no tonnes: an issuance's id stands for all of its kg. */
export const isometricIssuance = /^iss_[0-9A-Z]+$/i;

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

const DASHES = /[\u2010-\u2015\u2212]/g;

/** The text without what differs between two ways of writing one serial. */
export function plainText(text: string): string {
  return text.replace(DASHES, "-").replace(/\s+/g, "").toUpperCase();
}

/** What all ranges of one issuance share, however they are written. */
export function blockKey({ kind, before, between, after }: Parts): string {
  const start = plainText(before);
  // The two numbers of a unit's full name have its other parts between them.
  const middle = kind === "cdm" ? plainText(between) : "-";
  if (kind === "cercarbono") return `${start.replace(/,?(?:FROM)?$/, "")}_#${middle}#`;
  // Verra's last part only says whether the credits carry a certification besides VCS. It can
  // change after the issuance, so one credit may be met with both values: it is left out.
  const end = plainText(after);
  return `${start}#${middle}#${kind === "verra" ? end.replace(/-[01O]$/, "-#") : end}`;
}

/** Signs of a range that are no part of a name: a word or a dash from one number to another. */
const rangeSigns: readonly RegExp[] = [
  /\d\s+(?:to|through|thru|until|bis|hasta)\s+\S*\d/i,
  /\d\s*(?:\.{2,}|…|->|→|~)\s*\d/,
  /\d\s*[\u2012-\u2015\u2212]\s*\d/,
  /\bfrom\s+\d/i,
  /(?:^|[\s(:,;])\d+\s*-\s*\d+(?:$|[\s),;])/,
];

/** Whether the text has such a sign, though no format reads it. */
export function hasRangeSign(text: string): boolean {
  return rangeSigns.some((sign) => sign.test(text));
}

/** Serials of one issuance; `first` and `last` both included. */
export interface NumberedSerials {
  kind: "numbered";
  block: string;
  first: number;
  last: number;
}

/** A lot that has a name and no numbers: all of it, or some of its tonnes, counted from 1. */
export interface NamedSerials {
  kind: "named";
  range: string;
  tonnes: { first: number; last: number; of: number } | null;
}

export type AskedSerials = NumberedSerials | NamedSerials;

/** No lot's range is longer, nor is what a certificate prints of one. Unit: characters. */
export const MAX_SERIAL_LENGTH = 600;
/** More than any issuance has: beyond it, the kg of a range could not be counted exactly. */
const MAX_SERIALS = 1_000_000_000_000;

/**
 * How one serial alone is written: the shapes of the ranges, with one number in place of two. What
 * ends in its number needs no shape of its own.
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
  { kind: "cercarbono", shape: /^(?<before>CDC_\w+,?\s(?:from\s)?)(?<first>\d+)$/i },
  { kind: "puro", shape: /^(?<before>PURO_.+_\d{18})(?<first>\d{1,12})$/i },
  { kind: "trailing", shape: /^(?<before>.*\D)(?<first>\d+)$/ },
];

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const TONNES = /^(?<range>.+), tonnes? (?<first>\d+)(?:[-–](?<last>\d+))? of (?<of>\d+)$/;

/**
 * The text as it was meant, first as it stands: copied from a page or a document, it may have line
 * breaks within, and hyphens that only look like one.
 */
function spellings(text: string): string[] {
  const plain = text.replace(INVISIBLE, "").replace(DASHES, "-").trim();
  const line = plain.replace(/\s+/g, " ");
  return [...new Set([text.trim(), line, line.replaceAll(" ", "")])];
}

/** One serial as the range that begins and ends with it. */
function asRange(parts: Parts): Parts {
  // Only a CER has more than a sign between its two numbers, and only its block's key reads it.
  const between = `${parts.after} - ${parts.before}`;
  return { ...parts, between, last: parts.first };
}

function numbersOf(parts: Parts): NumberedSerials[] {
  const [first, last] = [Number(parts.first), Number(parts.last)];
  if (!Number.isSafeInteger(last) || last < first || last - first >= MAX_SERIALS) return [];
  return [{ kind: "numbered", block: blockKey(parts), first, last }];
}

/** All readings as numbers; numbers at the end may be one serial or a range, and are read as both. */
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
 * What the text may stand for, the likeliest first; nothing where it is empty or longer than any
 * serial. Whether there are such serials is for the look-up to say.
 */
export function readSerials(text: string): AskedSerials[] {
  if (text.trim() === "" || text.length > MAX_SERIAL_LENGTH || text.includes("\0")) return [];
  const all = spellings(text.toWellFormed());
  const readings = [...all.flatMap(numbered), ...all.flatMap(named)];
  const byText = new Map(readings.map((reading) => [JSON.stringify(reading), reading]));
  return [...byText.values()];
}
