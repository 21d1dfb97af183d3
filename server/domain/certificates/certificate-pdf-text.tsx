// Text for the PDF: made printable in any script, with the fonts that it needs.
import { Text, type View } from "@react-pdf/renderer";
import { Children, type ComponentProps, type ReactNode } from "react";
import { openFonts } from "./certificate-pdf-fonts";
import { styles } from "./certificate-pdf-styles";
import type { CertificateResource } from "./resource";
import { displayAddress } from "./rules";

const LONGEST_WORD = 26;
/** Stands for a character that the fonts lack. */
export const MISSING = "□";

/** Scripts that part words, or need not part lines, without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** What no line begins with. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;
/** Marks on no letter: fonts disagree on where they stand. */
const LONE = /(?<![\p{L}\p{N}\p{M}])\p{M}+/gu;
/** More marks on one letter than any language needs would run over the lines above and below. */
const STACKED = /(\p{M}{4})\p{M}+/gu;
/** What joins or parts letters has a meaning in these scripts only. */
const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}])[\u200c\u200d]/gu;
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cf}]--[\u200c\u200d]]/gv;
/** What changes a picture's look, and is a picture of its own where it cannot. */
const PICTURE_JOINT = /(?<=\p{Extended_Pictographic}|[0-9#*])[\u20e3\p{Emoji_Modifier}]/gu;
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The renderer loses a part of a word's first letter; what joins nothing may stand there instead. */
const ARABIC_WORD = /(?<![\p{Script=Arabic}\p{M}\u200c\u200d])(?=\p{Script=Arabic})/gu;

/** Nor may such a word be the last of its text. */
const ARABIC_END = /(?<=\p{Script=Arabic}\p{M}*)$/u;
/** Of two pictures side by side, the renderer draws but the first. */
const PICTURE =
  /(?:\p{RI}{1,2}|(?!\p{RI})[\p{Extended_Pictographic}\p{Emoji_Presentation}])(?=[\p{Extended_Pictographic}\p{RI}])/gu;

const words = new Intl.Segmenter("en", { granularity: "word" });
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function partsOf(word: string): string[] {
  if (UNSPACED.test(word)) return Array.from(words.segment(word), ({ segment }) => segment);
  return word.length > LONGEST_WORD ? word.split(/(?<=[-/@.])/) : [word];
}

function piecesOf(part: string): string[] {
  const isLong = part.length > LONGEST_WORD || /[\p{Script=Han}\p{Script=Hangul}]/u.test(part);
  return isLong ? Array.from(graphemes.segment(part), ({ segment }) => segment) : [part];
}

/**
 * Where a word may end a line. An empty part allows a break without a hyphen there. The first is
 * one, since what follows another font's letters counts as a word.
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

/** The text in one line, well formed, without what has no shape and only turns or breaks lines. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(UNSEEN, "")
    .replace(STRAY_JOINER, "")
    .replace(STACKED, "$1");
}

/** The text as it is drawn, with a box in place of each character that no font has. */
function printable(text: string, canDraw: (character: string) => boolean): string {
  const isDrawn = (character: string) => /[\u200c\u200d]/.test(character) || canDraw(character);
  const drawn = [...plain(text).replace(PICTURE_JOINT, "").replace(LONE, "")].map((character) =>
    isDrawn(character) ? character : MISSING,
  );
  return drawn
    .join("")
    .replace(/(?<=□)[\u200c\u200d]/g, "")
    .replace(ARABIC_WORD, "\u200c")
    .replace(ARABIC_END, "\u200a")
    .replace(PICTURE, "$&\u200a");
}

/** Whether the first letter of the text is of a script that is read from the right. */
function isFromTheRight(children: ReactNode): boolean {
  const text = Children.toArray(children).find((child) => typeof child === "string");
  return FROM_THE_RIGHT.test(/\p{L}/u.exec(text ?? "")?.[0] ?? "");
}

interface WordsProps {
  style?: NonNullable<ComponentProps<typeof View>["style"]>;
  children: ReactNode;
}

/** A paragraph; long words break where they can, at hyphens first, and never gain one. */
export function Words({ style = styles.text, children }: WordsProps) {
  const turned = isFromTheRight(children) && ({ direction: "rtl", textAlign: "right" } as const);
  return (
    <Text style={turned ? [style, turned].flat() : style} hyphenationCallback={breaksOf}>
      {children}
    </Text>
  );
}

/** The record as it is drawn. Addresses that links lead to stay what they are. */
export interface Drawn extends CertificateResource {
  /** The beneficiary's website as people read it; null where there is none. */
  address: string | null;
  /** The font families that its texts need, in the order in which they are tried. */
  families: string[];
  /** Whether its texts are so long that ten projects fit two pages in small type only. */
  isDense: boolean;
  /** Whether a box stands for any character. */
  isLacking: boolean;
}

const DENSE = 600;

/** The value with each text in it changed, save the addresses. */
function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key.endsWith("url") ? item : withTexts(item, change),
  ]);
  return Object.fromEntries(entries);
}

/** Reads the fonts that the record needs, and makes its texts ready for them. */
export async function drawnOf(certificate: CertificateResource): Promise<Drawn> {
  const { url } = certificate.beneficiary;
  const address = url === null ? null : displayAddress(url);
  const { families, canDraw } = await openFonts(textsIn({ certificate, address }));
  let isLacking = false;
  const drawn = withTexts({ ...certificate, address }, (text) => {
    const shown = printable(text, canDraw);
    isLacking ||= shown.includes(MISSING);
    return shown;
  });
  const { beneficiary, seller, description } = drawn;
  const long = [beneficiary.name, beneficiary.message, drawn.address, seller.name, description];
  return { ...drawn, families, isLacking, isDense: long.join("").length > DENSE };
}

/** All texts in the value, as they are to be drawn. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  withTexts(value, (text) => {
    texts.push(plain(text));
    return text;
  });
  return texts;
}
