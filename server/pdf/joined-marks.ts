// Joins letters of scripts from the right with their marks.

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export interface Path {
  commands: { command: string; args: number[] }[];
  bbox: Box;
}

interface Shape extends Path {
  translate(x: number, y: number): Path;
}

/** A glyph, or a part of one that was joined from several. */
export interface Glyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
  path?: Shape;
  /** Its outline if that is not the font's; empty for a mark, which its letter draws. */
  joined?: { key: string; path: Path };
}

interface Position {
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

export interface GlyphRun {
  glyphs: Glyph[];
  positions: Position[];
}

/** Of an em. Readers take glyphs that start closer to each other for one that is drawn twice. */
const MIN_ADVANCE = 0.1;
const EMPTY: Path = { commands: [], bbox: { minX: 0, minY: 0, maxX: 0, maxY: 0 } };

function isMark({ codePoints }: Glyph, { xAdvance }: Position): boolean {
  return xAdvance === 0 && codePoints.length > 0 && /^\p{M}+$/u.test(textOf(codePoints));
}

function textOf(codePoints: number[]): string {
  return String.fromCodePoint(...codePoints);
}

function united(paths: Path[]): Path {
  const boxes = paths.filter(({ commands }) => commands.length > 0).map(({ bbox }) => bbox);
  if (boxes.length === 0) return EMPTY;
  return {
    commands: paths.flatMap(({ commands }) => commands),
    bbox: {
      minX: Math.min(...boxes.map(({ minX }) => minX)),
      minY: Math.min(...boxes.map(({ minY }) => minY)),
      maxX: Math.max(...boxes.map(({ maxX }) => maxX)),
      maxY: Math.max(...boxes.map(({ maxY }) => maxY)),
    },
  };
}

function withOutline(glyph: Glyph, advanceWidth: number, joined: Glyph["joined"]): Glyph {
  return Object.create(glyph, { advanceWidth: { value: advanceWidth }, joined: { value: joined } });
}

interface Cluster extends GlyphRun {
  unitsPerEm: number;
}

/** The cluster as glyphs that share the letter's advance, or as it is if that is too little. */
function joined({ glyphs, positions, unitsPerEm }: Cluster): GlyphRun {
  const advance = positions[0]?.xAdvance ?? 0;
  const share = Math.floor(advance / glyphs.length);
  if (share < MIN_ADVANCE * unitsPerEm) return { glyphs, positions };
  // Marks are drawn before their letter, because the line is drawn from the left.
  const shift = share * (glyphs.length - 1);
  const places = positions.map(({ xOffset, yOffset }) => [xOffset - shift, yOffset] as const);
  const paths = glyphs.map(({ path }, at) => path?.translate(...(places[at] ?? [0, 0])) ?? EMPTY);
  const key = glyphs.map(({ id }, at) => `${id}@${places[at]?.join()}`).join("+");
  const advances = glyphs.map((_, at) => (at === 0 ? advance - shift : share));
  return {
    glyphs: glyphs.map((glyph, at) => {
      const outline = at === 0 ? { key, path: united(paths) } : { key: `+${share}`, path: EMPTY };
      return withOutline(glyph, advances[at] ?? 0, outline);
    }),
    positions: positions.map((position, at) =>
      Object.assign(position, { xAdvance: advances[at], xOffset: 0, yOffset: 0 }),
    ),
  };
}

/**
 * Returns the run, whose glyphs are in the order of its letters, with marks that stand beside their
 * letters and are drawn by them. Where glyphs overlap or leave the line, readers take the text
 * apart, and some put spaces between its letters.
 */
export function joinMarks(run: GlyphRun, unitsPerEm: number): GlyphRun {
  const clusters: GlyphRun[] = [];
  for (const [at, glyph] of run.glyphs.entries()) {
    const position = run.positions[at] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    const cluster = clusters.at(-1);
    if (cluster && isMark(glyph, position)) {
      cluster.glyphs.push(glyph);
      cluster.positions.push(position);
    } else clusters.push({ glyphs: [glyph], positions: [position] });
  }
  const parts = clusters.map((cluster) =>
    cluster.glyphs.length === 1 ? cluster : joined({ ...cluster, unitsPerEm }),
  );
  return {
    glyphs: parts.flatMap(({ glyphs }) => glyphs),
    positions: parts.flatMap(({ positions }) => positions),
  };
}
