// The shares of a whole as one bar.
import { fillOf } from "./shades";

interface Props {
  /** In their order; the shares come to 1. */
  parts: readonly { key: string | undefined; share: number }[];
  /** Between two parts, in thousandths of the bar. */
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
