// The badge: how much somebody has had retired, as one small picture for any site.
import { formatMass } from "#core/mass";
import type { ImpactSummary } from "#domain/impact";
import { escapeMarkup, type Look, paletteCss, type Size, styleSource } from "./embed";
import letters from "./letters.json";
import { type EmbedTexts, embedTexts } from "./texts";

/*
 * A picture in a page loads no font, and the reader's own would be of any width. So each letter is
 * drawn as the outline that Inter has for it: the badge looks the same everywhere, and is exactly
 * as wide as its words. letters.json holds the few letters that it needs, of Inter 4 (weights 500
 * and 600), in thousandths of the type size: advance, x and y of the start, and the path from there.
 */
type Letter = [advance: number, x: number, y: number, path: string];
type Weight = keyof typeof letters;

interface Words {
  text: string;
  weight: Weight;
  size: number;
  colour: string;
}

interface Drawn {
  width: number;
  at(x: number, baseline: number): string;
}

function draw({ text, weight, size, colour }: Words): Drawn {
  const known = letters[weight] as unknown as Record<string, Letter>;
  // Large figures stand closer.
  const tracking = size > 16 ? -20 : 0;
  let advanced = 0;
  let path = "";
  for (const character of text.replace(/\s/g, " ")) {
    const letter = known[character];
    if (!letter) throw new Error(`the badge has no letter "${character}"`);
    const [advance, x, y, rest] = letter;
    if (rest) path += `M${advanced + x} ${y}${rest}`;
    advanced += advance + tracking;
  }
  const scale = size / 1000;
  const at = (x: number, baseline: number) =>
    `<path fill="${colour}" transform="translate(${round(x)} ${baseline})scale(${scale})" d="${path}"/>`;
  return { width: advanced * scale, at };
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}

interface Measures {
  height: number;
  pad: number;
  mark: number;
  gap: number;
  amount: number;
  words: number;
  /** Baselines: the amount's and the words', or that of the only line. */
  lines: [number, number];
  only: number;
  isOneLine: boolean;
}

const measures: Record<Size, Measures> = {
  small: {
    ...{ height: 28, pad: 8, mark: 15, gap: 7, amount: 12.5, words: 12.5 },
    ...{ lines: [18.5, 18.5], only: 18.5, isOneLine: true },
  },
  medium: {
    ...{ height: 48, pad: 12, mark: 26, gap: 11, amount: 18, words: 12 },
    ...{ lines: [22.5, 37.5], only: 28.5, isOneLine: false },
  },
  large: {
    ...{ height: 84, pad: 20, mark: 44, gap: 17, amount: 32, words: 15 },
    ...{ lines: [41, 64], only: 47.5, isOneLine: false },
  },
};

/** The words beside the mark, and how wide they are. */
function wordsOf(found: ImpactSummary, { size, language }: Look, texts: EmbedTexts) {
  const { amount: amountSize, words: wordSize, gap, lines, only, isOneLine } = measures[size];
  if (found.kg === 0) {
    const type = { weight: "500", size: size === "large" ? 18 : wordSize } as const;
    const nothing = draw({ text: texts.nothing, colour: "var(--ink)", ...type });
    return { width: nothing.width, at: (x: number) => nothing.at(x, only) };
  }
  const year = String(found.since.getUTCFullYear());
  const text = size === "large" ? `${texts.retired} ${texts.since(year)}` : texts.retired;
  const mass = formatMass(found.kg, language);
  const amount = draw({ text: mass, weight: "600", size: amountSize, colour: "var(--ink)" });
  const words = draw({ text, weight: "500", size: wordSize, colour: "var(--quiet)" });
  const [first, second] = lines;
  if (!isOneLine) {
    const at = (x: number) => amount.at(x, first) + words.at(x, second);
    return { width: Math.max(amount.width, words.width), at };
  }
  const between = amount.width + gap / 2;
  const at = (x: number) => amount.at(x, first) + words.at(x + between, second);
  return { width: between + words.width, at };
}

/** On the right, of what is only a test's. */
function tagOf(size: Size, text: string) {
  const { height, gap } = measures[size];
  const drawn = draw({ text, weight: "600", size: 9.5, colour: "var(--warning)" });
  const [wide, high] = [drawn.width + 11, 17];
  const y = (height - high) / 2;
  const at = (x: number) =>
    `<rect x="${round(x + gap)}" y="${y}" width="${round(wide)}" height="${high}" rx="4" fill="var(--warning-soft)"/>` +
    drawn.at(x + gap + 5.5, y + 12);
  return { width: gap + wide, at };
}

function markAt(x: number, y: number, size: number): string {
  return (
    `<g transform="translate(${x} ${y})scale(${round(size / 24)})">` +
    `<rect width="24" height="24" rx="7" fill="#0d5c41"/>` +
    `<path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="#fff" stroke-width="2.6"/></g>`
  );
}

/** The badge as SVG, and the policy under which it is safe wherever it is opened. */
export function drawBadge(found: ImpactSummary, look: Look): { svg: string; policy: string } {
  const { height, pad, mark, gap } = measures[look.size];
  const texts = embedTexts[look.language];
  const words = wordsOf(found, look, texts);
  const tag = found.mode === "test" ? tagOf(look.size, texts.test) : null;
  const start = pad + mark + gap;
  const width = Math.ceil(start + words.width + (tag?.width ?? 0) + pad * 1.25);
  const amount = found.kg === 0 ? null : formatMass(found.kg, look.language);
  const label = texts.label(found.name, amount);
  const title = escapeMarkup(found.mode === "test" ? `${texts.testNotice}. ${label}` : label);
  const css = paletteCss(look.theme);
  const frame = `width="${width - 1}" height="${height - 1}" rx="${look.size === "small" ? 7 : 11}"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t"><title id="t">${title}</title>` +
    `<style>${css}</style>` +
    `<rect x=".5" y=".5" ${frame} fill="var(--paper)" stroke="var(--line)"/>` +
    `${markAt(pad, (height - mark) / 2, mark)}${words.at(start)}${tag?.at(start + words.width) ?? ""}</svg>`;
  return { svg, policy: `default-src 'none'; style-src ${styleSource(css)}` };
}
