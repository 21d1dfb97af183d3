import { formatMass } from "#core/mass";
import { partColor, ShareBar, Swatch } from "#ui/share-bar";

interface StockBarProps {
  leftKg: number;
  ofKg: number;
  /** Length of the bar, as a fraction of its width. */
  share?: number;
  className?: string;
}

export function StockBar({ leftKg, ofKg, share = 1, className = "w-full" }: StockBarProps) {
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

interface SoldKgProps {
  soldKg: number;
  /** Part whose retirement the registries have recorded. */
  retiredKg: number;
  categories: readonly { name: string; color: number | null; kg: number }[];
}

/** All kg of fulfilled orders, what of them registries have retired, and their split by category. */
export function SoldKg({ soldKg, retiredKg, categories }: SoldKgProps) {
  return (
    <>
      <p className="text-4xl font-semibold tracking-tight tabular-nums">{formatMass(soldKg)}</p>
      <p className="mt-1 text-[0.9375rem] text-quiet">
        of CO₂e sold in total. Retired at registries: {formatMass(retiredKg)}
        {retiredKg < soldKg && `, pending: ${formatMass(soldKg - retiredKg)}`}
      </p>
      {categories.length > 0 && (
        <>
          <ShareBar
            parts={categories.map(({ name, color, kg }) => ({
              key: name,
              color,
              share: kg / soldKg,
            }))}
            className="mt-5 h-2"
          />
          <ul className="mt-4 grid gap-x-8 gap-y-2 text-[0.9375rem] sm:grid-cols-2">
            {categories.map(({ name, color, kg }, index) => (
              <li key={name} className="flex justify-between gap-4">
                <span className="flex gap-2">
                  <Swatch {...partColor(color, index)} className="size-3" />
                  {name}
                </span>
                <span className="whitespace-nowrap text-quiet tabular-nums">{formatMass(kg)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
