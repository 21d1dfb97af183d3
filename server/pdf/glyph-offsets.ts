import type { LaidOut, Run } from "./laid-out";

/** The renderer's default. */
const FONT_SIZE = 18;

/** Lines are stored for other documents as the library made them, so the runs are new. */
function withOffsets(run: Run): Run {
  const { glyphs = [], positions = [], attributes } = run;
  const scale = 1000 / (attributes.fontSize ?? FONT_SIZE);
  const unitsPerEm = attributes.font?.[0]?.unitsPerEm ?? 1000;
  const offsets = positions.map((position, at) => ({
    ...position,
    xOffset: (position.xOffset ?? 0) * scale,
    yOffset: ((glyphs[at]?.rise ?? 0) * 1000) / unitsPerEm,
  }));
  return { ...run, positions: offsets };
}

/**
 * Gives all glyphs their offsets, in thousandths of the font size. @react-pdf/textkit 7.0.1 gives
 * those along the line in points, which @react-pdf/render 4.7.0 takes for thousandths, and drops
 * the others, so that vowel signs and tone marks would collide with their letters.
 */
export function setOffsets(node: LaidOut): void {
  if (node.lines) {
    node.lines = node.lines.map((line) => ({ ...line, runs: line.runs.map(withOffsets) }));
  }
  for (const child of node.children ?? []) setOffsets(child);
}
