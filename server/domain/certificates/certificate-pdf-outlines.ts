// Outlines of the PDF: its scripts' glyphs and its QR code.
import { encodeQR } from "qr";

interface Path {
  commands: { command: string; args: number[] }[];
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
}

interface Glyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}

interface Subset {
  /** The numbers of the glyphs to embed. */
  glyphs: number[];
}

interface Opened {
  unitsPerEm: number;
  getGlyph(id: number, codePoints?: number[]): Glyph;
  layout(...asked: unknown[]): { glyphs: Glyph[] };
  createSubset(): Subset;
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** The path's closed lines. A curve's last argument pair is on it, the one before draws it away. */
function contoursOf({ commands }: Path): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === "moveTo") contours.push([]);
    for (let index = 0; index < args.length; index += 2) {
      const [x = 0, y = 0] = [args[index], args[index + 1]].map((at) => Math.round(at ?? 0));
      contours.at(-1)?.push({ x, y, isOnCurve: index + 2 === args.length });
    }
  }
  return contours;
}

/** The path as a TrueType glyph (https://learn.microsoft.com/typography/opentype/spec/glyf). */
function glyphOf(path: Path): Uint8Array {
  const contours = contoursOf(path);
  const points = contours.flat();
  const { minX, minY, maxX, maxY } = path.bbox;
  const words = [contours.length, minX, minY, maxX, maxY].map(Math.round);
  let end = -1;
  for (const contour of contours) {
    end += contour.length;
    words.push(end);
  }
  const flags = points.map(({ isOnCurve }) => Number(isOnCurve));
  const deltas = (["x", "y"] as const).flatMap((axis) =>
    points.map((point, index) => point[axis] - (points[index - 1]?.[axis] ?? 0)),
  );
  const pieces = [int16s([...words, 0]), Buffer.from(flags), int16s(deltas)];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return Buffer.concat(pieces, length + (-length & 3));
}

function int16s(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, index * 2);
  return bytes;
}

/** Glyphs of one outline and different texts are told apart by numbers that no font reaches. */
const NUMBERS = 0x10000;
/** Inter's, of the size: all letters of a line stand on its baseline, whatever room they ask for. */
const [ASCENT, DESCENT] = [0.96875, -0.2412];

/** A letter's second glyph has no text for the renderer, and in the PDF one that readers skip. */
const NO_TEXT: number[] = Object.assign([], { [Symbol.iterator]: () => [0x200c].values() });

/** The text's UTF-16 units: the renderer counts a text by them, and glyphs by what they stand for. */
function unitsOf(codePoints: number[]): number[] {
  if (codePoints.length === 0) return NO_TEXT;
  // Spaces are Inter's: one here stands for a joiner, and would be cut off where a line begins.
  if (codePoints.join() === "32") return [0x200c];
  const text = String.fromCodePoint(...codePoints);
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

/**
 * Lets each glyph of the font know its own text. fontkit 2.0.4 keeps a glyph as it was first asked
 * for: a full stop that first came as a part of another letter stands for nothing ever after.
 */
export function withOwnTexts<Font extends Opened>(font: Font): Font {
  const { getGlyph } = font;
  const own = (id: number, codePoints: number[] = []): Glyph =>
    Object.create(getGlyph.call(font, id), { codePoints: { value: codePoints } });
  return Object.defineProperty(font, "getGlyph", { value: own });
}

/**
 * The font as the PDF can hold it: with glyphs that each know their own text; and with subsets that hold the outlines of its weight, which
 * fontkit 2.0.4 fails to encode.
 * @param name tells it from all other fonts
 */
export function embeddable<Font extends Opened>(font: Font, name: string): Font {
  const { layout, createSubset, unitsPerEm } = font;
  const ids = new Map<string, number>();
  const numbered = (glyph: Glyph): Glyph => {
    const text = `${glyph.id} ${glyph.codePoints.join()}`;
    const id = ids.get(text) ?? glyph.id + NUMBERS * ids.size;
    ids.set(text, id);
    const { advanceWidth } = glyph;
    const own = { id, advanceWidth, codePoints: unitsOf(glyph.codePoints) };
    return Object.create(glyph, Object.getOwnPropertyDescriptors(own));
  };
  const own = {
    postscriptName: name,
    ascent: ASCENT * unitsPerEm,
    descent: DESCENT * unitsPerEm,
    layout: (...asked: unknown[]) => {
      const run = layout.apply(font, asked);
      return Object.assign(run, { glyphs: run.glyphs.map(numbered) });
    },
    createSubset: () => {
      const subset = createSubset.call(font);
      const places = new Map([[0, 0]]);
      const includeGlyph = (id: number) => {
        const place = places.get(id) ?? subset.glyphs.push(id % NUMBERS) - 1;
        places.set(id, place);
        return place;
      };
      return Object.assign(subset, { includeGlyph, glyphEncoder: { encodeSimple: glyphOf } });
    },
  };
  return Object.defineProperties(withOwnTexts(font), Object.getOwnPropertyDescriptors(own));
}

export interface QrCode {
  /** Draws the dark modules, one unit each, in a square of `size` units without a margin. */
  path: string;
  size: number;
}

/** The code of `text`; it stays readable with a seventh of it damaged. */
export function qrCode(text: string): QrCode {
  const bordered = encodeQR(text, "raw", { ecc: "medium", border: 1 });
  const modules = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  let path = "";
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      // One rectangle for each run of dark modules: seams between neighbours would show.
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
    }
  }
  return { path, size: modules.length };
}
