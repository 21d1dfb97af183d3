/** Tailwind classes; they repeat after the last. */
const fills = [
  "fill-shade-1",
  "fill-shade-2",
  "fill-shade-3",
  "fill-shade-4",
  "fill-shade-5",
  "fill-shade-6",
];

export const SHADES = fills.length;

export function fillOf(index: number): string {
  return fills[index % SHADES] ?? "fill-shade-1";
}

/** A square in the color of a part. */
export function Swatch({ index, className }: { index: number; className: string }) {
  return (
    <svg viewBox="0 0 12 12" className={`mt-1.5 shrink-0 ${className}`} aria-hidden="true">
      <rect width="12" height="12" rx="3" className={fillOf(index)} />
    </svg>
  );
}

interface Props {
  /** The shares add up to 1. */
  parts: readonly { key: string | undefined; share: number }[];
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
      {parts.map(({ key, share }, index) => {
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
            className={fillOf(index)}
          />
        );
      })}
    </svg>
  );
}
