import { NotAnImage } from "./image-kinds.ts";

const SIDE_PX = 1024;
const UNITS_PX: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

type Attributes = Record<string, string>;

/** Returns a length in px; null if it is missing or relative (50%, 2em). */
function lengthPx(value: string | undefined): number | null {
  const [, digits, unit = ""] =
    /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(value ?? "") ?? [];
  const px = Number(digits) * (UNITS_PX[unit.toLowerCase()] ?? Number.NaN);
  if (!Number.isFinite(px)) return null;
  if (px <= 0) throw new NotAnImage("has no width or no height");
  return px;
}

function viewBoxSize(value: string | undefined): { width: number; height: number } | null {
  const numbers = (value ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = numbers;
  const isWhole = numbers.length === 4 && numbers.every(Number.isFinite);
  return isWhole && width > 0 && height > 0 ? { width, height } : null;
}

function sizeOf({ width, height, viewBox }: Attributes) {
  const [w, h, box] = [lengthPx(width), lengthPx(height), viewBoxSize(viewBox)];
  if (w !== null && h !== null) return { width: w, height: h };
  if (!box) return null;
  if (w !== null) return { width: w, height: (w * box.height) / box.width };
  if (h !== null) return { width: (h * box.width) / box.height, height: h };
  return box;
}

/**
 * Returns the root's attributes with a longer side of 1024 px. Unchanged if neither width and
 * height nor a viewBox give the proportions, which then come from the drawing itself.
 */
export function withDrawnSize(attributes: Attributes): Attributes {
  const size = sizeOf(attributes);
  if (!size) return attributes;
  const scale = SIDE_PX / Math.max(size.width, size.height);
  const side = (px: number) => String(Math.max(1, Math.round(px * scale)));
  return {
    ...attributes,
    viewBox: viewBoxSize(attributes["viewBox"])
      ? (attributes["viewBox"] ?? "")
      : `0 0 ${size.width} ${size.height}`,
    width: side(size.width),
    height: side(size.height),
  };
}
