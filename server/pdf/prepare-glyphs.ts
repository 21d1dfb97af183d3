import type { LaidOut, Run } from "./laid-out";

/** The renderer's default. */
const FONT_SIZE = 18;
/** Text of a character's additional glyphs, which PDF readers ignore. */
const NON_JOINER = [0x200c];

function prepareRun(run: Run): Run {
  const { glyphs = [], positions = [], attributes } = run;
  const scale = 1000 / (attributes.fontSize ?? FONT_SIZE);
  const unitsPerEm = attributes.font?.[0]?.unitsPerEm ?? 1000;
  return {
    ...run,
    glyphs: glyphs.map((glyph) =>
      glyph.codePoints.length > 0
        ? glyph
        : Object.create(glyph, { codePoints: { value: NON_JOINER } }),
    ),
    positions: positions.map((position, at) => ({
      ...position,
      xOffset: (position.xOffset ?? 0) * scale,
      yOffset: ((glyphs[at]?.rise ?? 0) * 1000) / unitsPerEm,
    })),
  };
}

/**
 * Gives all glyphs a text, and their offsets in thousandths of the font size. @react-pdf/textkit
 * 7.0.1 gives offsets along the line in points, which @react-pdf/render 4.7.0 takes for thousandths,
 * and drops the others, so that vowel signs and tone marks would collide with their letters.
 */
export function prepareGlyphs(node: LaidOut): void {
  if (node.lines) {
    node.lines = node.lines.map((line) => ({ ...line, runs: line.runs.map(prepareRun) }));
  }
  for (const child of node.children ?? []) prepareGlyphs(child);
}
