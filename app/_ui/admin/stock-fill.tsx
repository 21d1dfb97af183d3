// How much of a quantity is left, as a bar.

interface Props {
  leftKg: number;
  ofKg: number;
  /** The bar's own length, of 1. */
  share?: number;
  className?: string;
}

export function StockFill({ leftKg, ofKg, share = 1, className = "w-full" }: Props) {
  const length = Math.max(share * 1000, 4);
  return (
    <svg
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      className={`mt-1.5 h-1.5 overflow-hidden rounded-full ${className}`}
      aria-hidden="true"
    >
      <rect width={length} height="10" className="fill-line" />
      <rect width={(length * leftKg) / Math.max(ofKg, 1)} height="10" className="fill-accent" />
    </svg>
  );
}
