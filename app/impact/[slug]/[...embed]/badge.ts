import type { Language } from "#core/language";
import { hashSource } from "#core/page-headers";
import type { ImpactSummary } from "#domain/impact";
import { claimOf, type EmbedCopy, embedCopy, labelOf } from "./copy";
import { type EmbedOptions, escapeMarkup, paletteCss } from "./embed";
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

const [HEIGHT, PAD, MARK, GAP] = [48, 12, 26, 11];
const [AMOUNT_SIZE, CAPTION_SIZE] = [18, 12];
/** Baselines: the amount's and the caption's, and that of a single line. */
const [FIRST_LINE, SECOND_LINE, ONLY_LINE] = [22.5, 37.5, 28.5];

function drawText(summary: ImpactSummary, language: Language, { nothing }: EmbedCopy) {
  const claim = claimOf(summary, language);
  if (claim === null) {
    const only = draw({ text: nothing, weight: "500", size: CAPTION_SIZE, color: "var(--ink)" });
    return { width: only.width, at: (x: number) => only.at(x, ONLY_LINE) };
  }
  const { amount, text } = claim;
  const first = draw({ text: amount, weight: "600", size: AMOUNT_SIZE, color: "var(--ink)" });
  const second = draw({ text, weight: "500", size: CAPTION_SIZE, color: "var(--quiet)" });
  const at = (x: number) => first.at(x, FIRST_LINE) + second.at(x, SECOND_LINE);
  return { width: Math.max(first.width, second.width), at };
}

/** Tag on the right, in test mode. */
function drawTag(text: string) {
  const drawn = draw({ text, weight: "600", size: 9.5, color: "var(--warning)" });
  const [wide, high] = [drawn.width + 11, 17];
  const y = (HEIGHT - high) / 2;
  const at = (x: number) =>
    `<rect x="${round(x + GAP)}" y="${y}" width="${round(wide)}" height="${high}" rx="4" fill="var(--warning-soft)"/>` +
    drawn.at(x + GAP + 5.5, y + 12);
  return { width: GAP + wide, at };
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

function markOf(name: string): string {
  return (
    `<g transform="translate(${PAD} ${(HEIGHT - MARK) / 2})scale(${round(MARK / 24)})">` +
    `<rect width="24" height="24" rx="7" fill="var(--accent)"/>${initialOf(name)}</g>`
  );
}

/** Draws the badge, with a policy that makes it safe to open directly. */
export function drawBadge(
  summary: ImpactSummary,
  options: EmbedOptions,
): { svg: string; policy: string } {
  const copy = embedCopy[options.language];
  const caption = drawText(summary, options.language, copy);
  const tag = summary.mode === "test" ? drawTag(copy.test) : null;
  const start = PAD + MARK + GAP;
  const width = Math.ceil(start + caption.width + (tag?.width ?? 0) + PAD * 1.25);
  const label = labelOf(summary, options.language);
  const title = escapeMarkup(summary.mode === "test" ? `${copy.testNotice}. ${label}` : label);
  const css = paletteCss(options);
  const frame = `width="${width - 1}" height="${HEIGHT - 1}" rx="11"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" ` +
    `viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="t"><title id="t">${title}</title>` +
    `<style>${css}</style>` +
    `<rect x=".5" y=".5" ${frame} fill="var(--paper)" stroke="var(--line)"/>` +
    `${markOf(summary.name)}${caption.at(start)}${tag?.at(start + caption.width) ?? ""}</svg>`;
  return { svg, policy: `default-src 'none'; style-src ${hashSource(css)}` };
}
