/** Tailwind classes for parts without a color of their own; they repeat after the last. */
const shades = [
  "fill-shade-1",
  "fill-shade-2",
  "fill-shade-3",
  "fill-shade-4",
  "fill-shade-5",
  "fill-shade-6",
];

export const SHADES = shades.length;

/** In the order of the colors' numbers. */
const categoryFills = [
  "fill-category-1",
  "fill-category-2",
  "fill-category-3",
  "fill-category-4",
  "fill-category-5",
  "fill-category-6",
  "fill-category-7",
  "fill-category-8",
  "fill-category-9",
  "fill-category-10",
  "fill-category-11",
  "fill-category-12",
];

/** Color number of a category, or else the position of another part. */
export type PartColor = { color: number } | { index: number };

export function fillOf(of: PartColor): string {
  if ("color" in of) return categoryFills[of.color - 1] ?? "fill-category-1";
  return shades[of.index % SHADES] ?? "fill-shade-1";
}

/** The category's color, or that of the position if it has none. */
export function partColor(color: number | null | undefined, index: number): PartColor {
  return color == null ? { index } : { color };
}

/** A square in the color of a part. */
export function Swatch({ className, ...of }: PartColor & { className: string }) {
  return (
    <svg viewBox="0 0 12 12" className={`mt-1.5 shrink-0 ${className}`} aria-hidden="true">
      <rect width="12" height="12" rx="3" className={fillOf(of)} />
    </svg>
  );
}

interface Props {
  /** The shares add up to 1. */
  parts: readonly { key: string | undefined; share: number; color?: number | null | undefined }[];
  /** Gap between parts, in thousandths of the width. */
  gap?: number;
  className: string;
}

export function ShareBar({ parts, gap = 3, className }: Props) {
  let x = 0;
  return (
    <svg
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      className={`w-full rounded-full ${className}`}
      aria-hidden="true"
    >
      {parts.map(({ key, share, color }, index) => {
        const left = x;
        x += share * 1000;
        if (share === 0) return null;
        const end = index < parts.length - 1 ? gap : 0;
        return (
          <rect
            key={key}
            x={left}
            width={Math.max(share * 1000 - end, 1.5)}
            height="10"
            className={fillOf(partColor(color, index))}
          />
        );
      })}
    </svg>
  );
}
