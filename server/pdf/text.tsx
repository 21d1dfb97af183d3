import { Text } from "@react-pdf/renderer";
import { Children, type ReactNode } from "react";
import { openFonts } from "./fonts";
import { type Style, styles } from "./styles";
import type { Tag } from "./tags";

const MAX_WORD_LENGTH = 26;
/** Replaces a character that no font has. */
export const MISSING = "□";

/** Scripts that do not separate words with spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Characters that may not start a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;
/** Combining marks without a base character, which fonts place differently. */
const LONE = /(?<![\p{L}\p{N}\p{M}])\p{M}+/gu;
/** More marks than any language needs would overlap other lines. */
const STACKED = /(\p{M}{4})\p{M}+/gu;
/** Joiners are meaningful only in these scripts. */
const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}])[\u200c\u200d]/gu;
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cf}]--[\u200c\u200d]]/gv;
/** Modifiers of emoji, which render separately if they cannot be applied. */
const PICTURE_JOINT = /(?<=\p{Extended_Pictographic}|[0-9#*])[\u20e3\p{Emoji_Modifier}]/gu;
/** A tone mark before the vowel am, whose ring belongs under it. The fonts' shaper leaves it on top. */
const RING_UNDER_TONE = /([\u0e48-\u0e4b])\u0e33/g;
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The renderer only draws the first of two adjacent emoji. */
const PICTURE =
  /(?:\p{RI}{1,2}|(?!\p{RI})[\p{Extended_Pictographic}\p{Emoji_Presentation}])(?=[\p{Extended_Pictographic}\p{RI}])/gu;

const wordSegmenter = new Intl.Segmenter("en", { granularity: "word" });
const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

function partsOf(word: string): string[] {
  if (UNSPACED.test(word)) return Array.from(wordSegmenter.segment(word), ({ segment }) => segment);
  return word.length > MAX_WORD_LENGTH ? word.split(/(?<=[-/@.])/) : [word];
}

function piecesOf(part: string): string[] {
  const isLong = part.length > MAX_WORD_LENGTH || /[\p{Script=Han}\p{Script=Hangul}]/u.test(part);
  return isLong ? Array.from(graphemeSegmenter.segment(part), ({ segment }) => segment) : [part];
}

/**
 * Returns the parts at whose ends a line may break. An empty part allows a break without a hyphen;
 * the first is empty because text after another font's characters counts as a word.
 */
function breaksOf(word: string): string[] {
  if (word.trim() === "") return [word];
  const parts: string[] = [];
  for (const piece of partsOf(word).flatMap(piecesOf)) {
    const last = parts.at(-1);
    if (last && (CLOSING.test(piece) || OPENING.test(last)))
      parts.push((parts.pop() ?? "") + piece);
    else parts.push("", piece);
  }
  return parts;
}

/** Returns the text as a single well-formed line, without invisible and control characters. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(UNSEEN, "")
    .replace(STRAY_JOINER, "")
    .replace(STACKED, "$1");
}

/** Prepares the text for drawing, with a box for each character that no font has. */
function printable(text: string, canDraw: (character: string) => boolean): string {
  const isDrawn = (character: string) => /[\u200c\u200d]/.test(character) || canDraw(character);
  const drawn = [...plain(text).replace(PICTURE_JOINT, "").replace(LONE, "")].map((character) =>
    isDrawn(character) ? character : MISSING,
  );
  return drawn
    .join("")
    .replace(RING_UNDER_TONE, "\u0e4d$1\u0e32")
    .replace(/(?<=□)[\u200c\u200d]/g, "")
    .replace(PICTURE, "$&\u200a");
}

/** Returns true if the text's first letter is of a script that is written from the right. */
export function isFromTheRight(children: ReactNode): boolean {
  const text = Children.toArray(children).find((child) => typeof child === "string");
  return FROM_THE_RIGHT.test(/\p{L}/u.exec(text ?? "")?.[0] ?? "");
}

interface ParagraphProps {
  tag?: Tag;
  /** Stands alone, without a label above it. */
  isBlock?: boolean;
  style?: Style;
  children: ReactNode;
}

/** Paragraph whose long words break without added hyphens. */
export function Paragraph({ style = styles.text, isBlock, children, ...tag }: ParagraphProps) {
  // Others start where their label does, because the document is written from the left.
  const textAlign = isBlock ? "right" : "left";
  const turned = isFromTheRight(children) && ({ direction: "rtl", textAlign } as const);
  return (
    <Text {...tag} style={turned ? [style, turned].flat() : style} hyphenationCallback={breaksOf}>
      {children}
    </Text>
  );
}

/** Applies `change` to all strings in the value, except addresses. */
function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key.endsWith("url") ? item : mapStrings(item, change),
  ]);
  return Object.fromEntries(entries);
}

interface Printable<Value> {
  /** Font families that the texts need, in order of preference. */
  families: string[];
  /** True if any character is replaced by a box. */
  isLacking: boolean;
  value: Value;
}

/** Reads the fonts that a value's texts need and makes the texts printable. */
export async function makePrintable<Value>(original: Value): Promise<Printable<Value>> {
  const { families, canDraw } = await openFonts(stringsIn(original));
  let isLacking = false;
  const value = mapStrings(original, (text) => {
    const visible = printable(text, canDraw);
    isLacking ||= visible.includes(MISSING);
    return visible;
  });
  return { value, families, isLacking };
}

function stringsIn(value: unknown): string[] {
  const strings: string[] = [];
  mapStrings(value, (text) => {
    strings.push(plain(text));
    return text;
  });
  return strings;
}
