// Draws a line of text in any script that documents have, for pictures whose renderer shapes none.
import { Font } from "@react-pdf/renderer";
import bidiFactory from "bidi-js";
import { openFonts } from "./fonts";
import type { GlyphRun, Path } from "./joined-marks";
import { plain } from "./text";

export interface DrawnLine {
  /** Data URI of an SVG. */
  src: string;
  /** Of width to height. */
  ratio: number;
}

interface Run {
  text: string;
  family: string;
  /** Embedding level: odd from the right. */
  level: number;
}

interface Shaped {
  unitsPerEm: number;
  layout(text: string): GlyphRun;
}

const bidi = bidiFactory();
/** Of an em, with room for the marks of all scripts. */
const [ASCENT, HEIGHT] = [1.15, 1.6];
const WEIGHT = 600;
/** Belong to the letter before them. */
const ATTACHED = /[\p{M}\u200c\u200d]/u;

function runsOf(text: string, familyOf: (character: string) => string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs: Run[] = [];
  let index = 0;
  for (const character of text) {
    const level = levels[index] ?? 0;
    const drawn = mirrored.get(index) ?? character;
    index += character.length;
    const last = runs.at(-1);
    const family = last && ATTACHED.test(character) ? last.family : familyOf(drawn);
    if (last && last.family === family && last.level === level) last.text += drawn;
    else runs.push({ text: drawn, family, level });
  }
  return runs;
}

/** Rule L2 of the Unicode Bidirectional Algorithm, https://www.unicode.org/reports/tr9/#L2 */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return ordered;
}

const letters: Record<string, string> = {
  ...{ moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" },
};

/** SVG path data in em, with the y axis down. */
function dataOf({ commands }: Path, x: number, y: number, scale: number): string {
  const at = (value: number, index: number) =>
    (index % 2 === 0 ? (x + value) * scale : ASCENT - (y + value) * scale).toFixed(4);
  return commands
    .map(({ command, args }) => `${letters[command] ?? ""}${args.map(at).join(" ")}`)
    .join("");
}

interface Line {
  path: string;
  /** In em. */
  width: number;
}

function drawRun({ text, family, level }: Run, from: number): Line {
  const font = Font.getFont({ fontFamily: family, fontWeight: WEIGHT }).data as unknown as Shaped;
  const { glyphs, positions } = font.layout(text);
  const scale = 1 / font.unitsPerEm;
  const indexes = [...glyphs.keys()];
  let x = from / scale;
  let path = "";
  for (const index of level % 2 === 1 ? indexes.reverse() : indexes) {
    const [glyph, position] = [glyphs[index], positions[index]];
    if (!glyph || !position) continue;
    // The glyph itself has a number of its own, which the font does not know.
    const outline = glyph.joined?.path ?? Object.getPrototypeOf(glyph).path;
    path += dataOf(outline, x + position.xOffset, position.yOffset, scale);
    x += position.xAdvance;
  }
  return { path, width: x * scale };
}

/** Returns the text in one line, semibold, or null if no font has all of its characters. */
export async function drawLine(text: string, color: string): Promise<DrawnLine | null> {
  const line = plain(text).replace(/\s+/g, " ").trim();
  const { canDraw, familyOf } = await openFonts([line]);
  const isComplete = [...line].every((character) => ATTACHED.test(character) || canDraw(character));
  if (line === "" || !isComplete) return null;
  let drawn: Line = { path: "", width: 0 };
  for (const run of inVisualOrder(runsOf(line, familyOf))) {
    const next = drawRun(run, drawn.width);
    drawn = { path: drawn.path + next.path, width: next.width };
  }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawn.width.toFixed(4)} ${HEIGHT}">` +
    `<path fill="${color}" d="${drawn.path}"/></svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return { src, ratio: drawn.width / HEIGHT };
}
