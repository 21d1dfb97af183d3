// Reads what somebody types who asks after serial numbers: one, or a range, in a registry's own
// format or as a certificate prints it.
import { blockKey, cutWith, formats, type Parts } from "./serial-format-rules";

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
const DASHES = /[\u2010-\u2015\u2212]/g;
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
