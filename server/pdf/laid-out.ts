import type { Tag } from "./tags";

export interface Run {
  glyphs?: {
    codePoints: number[];
    /** Offset upwards, in units of the font. */
    rise?: number;
  }[];
  positions?: { xOffset?: number; yOffset?: number }[];
  xAdvance: number;
  attributes: { link?: unknown; fontSize?: number; font?: { unitsPerEm?: number }[] };
}

export interface TextLine {
  runs: Run[];
  box: { x: number; y: number };
  decorationLines?: unknown[] | undefined;
}

/** The properties of a laid out node that concern its place, its tag and its texts. */
export interface LaidOut {
  type: string;
  props?: object & { tag?: Tag; fixed?: boolean };
  style?: object;
  /** Of a piece of a text. */
  value?: string;
  lines?: TextLine[];
  box?: { left?: number; top?: number };
  children?: LaidOut[];
}
