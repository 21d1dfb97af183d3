import { hashSource } from "#core/page-headers";
import type { ImpactSummary } from "#domain/impact";
import { claimOf, type EmbedCopy, embedCopy, labelOf } from "./copy";
import { type EmbedOptions, escapeMarkup, paletteCss, type Size } from "./embed";
import letters from "./letters.json";

// A badge is an SVG picture and cannot load a font, so each character is drawn as its outline in
// Inter 4. letters.json has the outlines of weights 500 and 600, in thousandths of the type size:
// advance, x and y of the start, and the path from there.
type Letter = [advance: number, x: number, y: number, path: string];
type Weight = keyof typeof letters;

interface TextRun {
  text: string;
  weight: Weight;
  size: number;
  color: string;
}

interface Drawn {
  width: number;
  at(x: number, baseline: number): string;
}

function draw({ text, weight, size, color }: TextRun): Drawn {
  const known = letters[weight] as unknown as Record<string, Letter>;
  // Large type is set tighter.
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
    `<path fill="${color}" transform="translate(${round(x)} ${baseline})scale(${scale})" d="${path}"/>`;
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
  caption: number;
  /** Baselines: the amount's and the caption', or that of the only line. */
  lines: [number, number];
  only: number;
  isOneLine: boolean;
}

const measures: Record<Size, Measures> = {
  small: {
    ...{ height: 28, pad: 8, mark: 15, gap: 7, amount: 12.5, caption: 12.5 },
    ...{ lines: [18.5, 18.5], only: 18.5, isOneLine: true },
  },
  medium: {
    ...{ height: 48, pad: 12, mark: 26, gap: 11, amount: 18, caption: 12 },
    ...{ lines: [22.5, 37.5], only: 28.5, isOneLine: false },
  },
  large: {
    ...{ height: 84, pad: 20, mark: 44, gap: 17, amount: 32, caption: 15 },
    ...{ lines: [41, 64], only: 47.5, isOneLine: false },
  },
};

function drawText(summary: ImpactSummary, { size, language }: EmbedOptions, copy: EmbedCopy) {
  const { amount: amountSize, caption: wordSize, gap, lines, only, isOneLine } = measures[size];
  const claim = claimOf(summary, language);
  if (claim === null) {
    const type = { weight: "500", size: size === "large" ? 18 : wordSize } as const;
    const nothing = draw({ text: copy.nothing, color: "var(--ink)", ...type });
    return { width: nothing.width, at: (x: number) => nothing.at(x, only) };
  }
  const year = String(summary.since.getUTCFullYear());
  const text = size === "large" ? `${claim.text} ${copy.since(year)}` : claim.text;
  const amount = draw({ text: claim.amount, weight: "600", size: amountSize, color: "var(--ink)" });
  const caption = draw({ text, weight: "500", size: wordSize, color: "var(--quiet)" });
  const [first, second] = lines;
  if (!isOneLine) {
    const at = (x: number) => amount.at(x, first) + caption.at(x, second);
    return { width: Math.max(amount.width, caption.width), at };
  }
  const between = amount.width + gap / 2;
  const at = (x: number) => amount.at(x, first) + caption.at(x + between, second);
  return { width: between + caption.width, at };
}

/** Tag on the right, in test mode. */
function tagOf(size: Size, text: string) {
  const { height, gap } = measures[size];
  const drawn = draw({ text, weight: "600", size: 9.5, color: "var(--warning)" });
  const [wide, high] = [drawn.width + 11, 17];
  const y = (height - high) / 2;
  const at = (x: number) =>
    `<rect x="${round(x + gap)}" y="${y}" width="${round(wide)}" height="${high}" rx="4" fill="var(--warning-soft)"/>` +
    drawn.at(x + gap + 5.5, y + 12);
  return { width: gap + wide, at };
}

const C_MARK = `<path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="var(--paper)" stroke-width="2.6"/>`;

/** The owner's first letter, or the product's mark where the badge lacks it. */
function initialOf(name: string): string {
  const text = [...name.trim()][0]?.toUpperCase() ?? "";
  const known = letters["600"] as unknown as Record<string, Letter>;
  if (!known[text]) return C_MARK;
  const drawn = draw({ text, weight: "600", size: 14, color: "var(--paper)" });
  return drawn.at(12 - drawn.width / 2, 17);
}

interface Mark {
  name: string;
  x: number;
  y: number;
  size: number;
}

function markOf({ name, x, y, size }: Mark): string {
  return (
    `<g transform="translate(${x} ${y})scale(${round(size / 24)})">` +
    `<rect width="24" height="24" rx="7" fill="var(--accent)"/>${initialOf(name)}</g>`
  );
}

/** Draws the badge, with a policy that makes it safe to open directly. */
export function drawBadge(
  summary: ImpactSummary,
  options: EmbedOptions,
): { svg: string; policy: string } {
  const { height, pad, mark, gap } = measures[options.size];
  const copy = embedCopy[options.language];
  const caption = drawText(summary, options, copy);
  const tag = summary.mode === "test" ? tagOf(options.size, copy.test) : null;
  const start = pad + mark + gap;
  const width = Math.ceil(start + caption.width + (tag?.width ?? 0) + pad * 1.25);
  const label = labelOf(summary, options.language);
  const title = escapeMarkup(summary.mode === "test" ? `${copy.testNotice}. ${label}` : label);
  const css = paletteCss(options);
  const frame = `width="${width - 1}" height="${height - 1}" rx="${options.size === "small" ? 7 : 11}"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t"><title id="t">${title}</title>` +
    `<style>${css}</style>` +
    `<rect x=".5" y=".5" ${frame} fill="var(--paper)" stroke="var(--line)"/>` +
    `${markOf({ name: summary.name, x: pad, y: (height - mark) / 2, size: mark })}${caption.at(start)}${tag?.at(start + caption.width) ?? ""}</svg>`;
  return { svg, policy: `default-src 'none'; style-src ${hashSource(css)}` };
}
