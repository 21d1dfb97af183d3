// Text in the PDF that keeps to its column, whatever people wrote into it.
import { Text, type View } from "@react-pdf/renderer";
import { Children, type ComponentProps, type ReactNode } from "react";
import { canDraw, styles } from "./certificate-pdf-styles";

const LONGEST_WORD = 26;
/** Stands for a character that the fonts lack. */
export const MISSING = "□";

/** Where a word may end a line. An empty part between two allows a break without a hyphen there. */
function breaksOf(word: string): string[] {
  if (word.length <= LONGEST_WORD) return [word];
  const parts = word.split(/(?<=[-/@.])/);
  const pieces = parts.flatMap((part) => (part.length > LONGEST_WORD ? [...part] : [part]));
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : ["", piece]));
}

/** The text without what has no shape of its own and only turns or breaks lines. */
export function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, "");
}

/** The text with a box in place of each character that would else be drawn as a wrong one. */
export function printable(text: string): string {
  return [...plain(text)].map((character) => (canDraw(character) ? character : MISSING)).join("");
}

interface WordsProps {
  style?: NonNullable<ComponentProps<typeof View>["style"]>;
  children: ReactNode;
}

/** A paragraph; long words break where they can, at hyphens first, and never gain one. */
export function Words({ style = styles.text, children }: WordsProps) {
  return (
    <Text style={style} hyphenationCallback={breaksOf}>
      {Children.map(children, (child) => (typeof child === "string" ? printable(child) : child))}
    </Text>
  );
}
