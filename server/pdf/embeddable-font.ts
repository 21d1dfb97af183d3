// Glyph outlines of PDFs.
import { LRUCache } from "lru-cache";
import { type Glyph, type GlyphRun, joinMarks, type Path } from "./joined-marks";

interface Subset {
  /** IDs of the glyphs to embed. */
  glyphs: number[];
  /** Outlines. */
  glyf: Uint8Array[];
  /** Of the next outline. */
  offset: number;
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  /** Adds the outline to `glyf`. */
  _addGlyph(id: number): number;
}

interface Opened {
  unitsPerEm: number;
  getGlyph(id: number, codePoints?: number[]): Glyph;
  layout(...requested: unknown[]): GlyphRun;
  createSubset(): Subset;
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** Returns the closed contours. The last argument pair of a curve is on it; others are control points. */
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

/** Encodes the path as a TrueType glyph (https://learn.microsoft.com/typography/opentype/spec/glyf). */
function glyphOf(path: Path): Uint8Array {
  const contours = contoursOf(path);
  const points = contours.flat();
  const { minX, minY, maxX, maxY } = path.bbox;
  const shorts = [contours.length, minX, minY, maxX, maxY].map(Math.round);
  let end = -1;
  for (const contour of contours) {
    end += contour.length;
    shorts.push(end);
  }
  const flags = points.map(({ isOnCurve }) => Number(isOnCurve));
  const deltas = (["x", "y"] as const).flatMap((axis) =>
    points.map((point, index) => point[axis] - (points[index - 1]?.[axis] ?? 0)),
  );
  const pieces = [int16s([...shorts, 0]), Buffer.from(flags), int16s(deltas)];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return Buffer.concat(pieces, length + (-length & 3));
}

function int16s(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, index * 2);
  return bytes;
}

/** Numbers above those of any font, for glyphs with the same outline but different strings. */
const NUMBERS = 0x10000;
/** Ascent of Inter, used for all fonts so that they share a baseline. */
const [ASCENT, DESCENT] = [0.96875, -0.2412];

function ligaturesOf(from: number, to: number): [string, string][] {
  const characters = Array.from({ length: to - from + 1 }, (_, index) =>
    String.fromCodePoint(from + index),
  );
  return characters.map((character) => [character.normalize("NFKC"), character]);
}

/** Characters of Arabic ligatures (Arabic Presentation Forms A and B), by their letters. */
const LIGATURES = new Map([...ligaturesOf(0xfb50, 0xfdff), ...ligaturesOf(0xfe70, 0xfefc)]);

/** Splits a text into UTF-16 units, which the renderer counts. */
function unitsOf(codePoints: number[]): number[] {
  // Spaces come from Inter. A space here replaces a joiner and would be trimmed at a line start.
  if (codePoints.join() === "32") return [0x200c];
  const letters = String.fromCodePoint(...codePoints);
  // Readers turn text around that runs from the right, and some turn the letters of a ligature, too.
  const text = codePoints.length > 1 ? (LIGATURES.get(letters) ?? letters) : letters;
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Shapes a text, with its glyphs in the order of its letters. The renderer asks for all texts from
 * the left and turns the glyphs around; the marks' offsets are right only if shaped from the right.
 */
function shape(font: Opened, layout: Opened["layout"], requested: unknown[]): GlyphRun {
  const [text, features, script, language] = requested;
  if (typeof text !== "string" || !FROM_THE_RIGHT.test(text)) return layout.apply(font, requested);
  const run = layout.call(font, text, features, script, language, "rtl");
  run.glyphs.reverse();
  run.positions.reverse();
  return Object.assign(run, joinMarks(run, font.unitsPerEm));
}

interface Drawn {
  path: Path;
  advance: number;
}

/** Adds an outline that is not the font's. */
function addOutline(subset: Subset, { path, advance }: Drawn): number {
  const bytes = path.commands.length > 0 ? glyphOf(path) : new Uint8Array();
  subset.glyf.push(bytes);
  subset.loca.offsets.push(subset.offset);
  subset.hmtx.metrics.push({ advance, bearing: Math.round(path.bbox.minX) });
  subset.offset += bytes.length;
  return subset.glyf.length - 1;
}

/**
 * Gives each glyph of the font its own text. fontkit 2.0.4 caches a glyph with the text of its first
 * use, so a period that first appeared inside a ligature would have no text afterwards.
 */
export function withGlyphStrings<Font extends Opened>(font: Font): Font {
  const { getGlyph } = font;
  const glyphWithText = (id: number, codePoints: number[] = []): Glyph =>
    Object.create(getGlyph.call(font, id), { codePoints: { value: codePoints } });
  return Object.defineProperty(font, "getGlyph", { value: glyphWithText });
}

/**
 * Wraps a font for the PDF: glyphs have their own strings, and subsets contain the outlines of the
 * weight, which fontkit 2.0.4 fails to encode.
 * @param name unique among all fonts
 */
export function embeddable<Font extends Opened>(font: Font, name: string): Font {
  const { layout, createSubset, unitsPerEm } = font;
  const ids = new Map<string, number>();
  const drawn = new Map<number, Drawn>();
  const numbered = (glyph: Glyph, rise: number): Glyph => {
    const { advanceWidth, joined } = glyph;
    const text = `${joined?.key ?? glyph.id} ${glyph.codePoints.join()}`;
    const id = ids.get(text) ?? glyph.id + NUMBERS * (ids.size + 1);
    ids.set(text, id);
    if (joined) drawn.set(id, { path: joined.path, advance: advanceWidth });
    const changes = { id, advanceWidth, rise, codePoints: unitsOf(glyph.codePoints) };
    return Object.create(glyph, Object.getOwnPropertyDescriptors(changes));
  };
  const changes = {
    postscriptName: name,
    ascent: ASCENT * unitsPerEm,
    descent: DESCENT * unitsPerEm,
    layout: (...requested: unknown[]) => {
      const run = shape(font, layout, requested);
      const riseAt = (at: number) => run.positions[at]?.yOffset ?? 0;
      return Object.assign(run, {
        glyphs: run.glyphs.map((glyph, at) => numbered(glyph, riseAt(at))),
      });
    },
    createSubset: () => {
      const subset = createSubset.call(font);
      const { _addGlyph: addGlyph } = subset;
      const places = new Map([[0, 0]]);
      const includeGlyph = (id: number) => {
        const place = places.get(id) ?? subset.glyphs.push(drawn.has(id) ? id : id % NUMBERS) - 1;
        places.set(id, place);
        return place;
      };
      const addAny = (id: number) => {
        const outline = drawn.get(id);
        return outline ? addOutline(subset, outline) : addGlyph.call(subset, id);
      };
      const glyphEncoder = { encodeSimple: glyphOf };
      return Object.assign(subset, { includeGlyph, glyphEncoder, _addGlyph: addAny });
    },
  };
  return Object.defineProperties(withGlyphStrings(font), Object.getOwnPropertyDescriptors(changes));
}

/** Texts whose glyphs are kept per font: a few documents' words, at most some megabytes. */
const MAX_CACHED_RUNS = 800;

/**
 * Keeps the glyphs of texts. The renderer asks for those of each text three times in a document, and
 * most words are in every document.
 */
export function withGlyphCache<Font extends Opened>(font: Font): Font {
  const { layout } = font;
  const cached = new LRUCache<string, ReturnType<Opened["layout"]>>({ max: MAX_CACHED_RUNS });
  const cachedLayout = (...requested: unknown[]) => {
    const key = JSON.stringify(requested);
    const run = cached.get(key) ?? layout.apply(font, requested);
    cached.set(key, run);
    return run;
  };
  return Object.defineProperty(font, "layout", { value: cachedLayout });
}
