"use client";
import { usd } from "./format";

export const perTonne = (cents: number) => `${usd(cents)} per tonne`;

interface PricesProps {
  apiCents: number;
  checkoutCents: number;
  size?: "normal" | "small";
}

export function Prices({ apiCents, checkoutCents, size = "normal" }: PricesProps) {
  const isSmall = size === "small";
  const rows = [
    { label: "API", cents: apiCents },
    { label: "Checkout", cents: checkoutCents },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
      {rows.map(({ label, cents }) => (
        <div key={label} className="min-w-0">
          <dt className="text-quiet">{label}</dt>
          <dd className="mt-0.5 tabular-nums">
            <span className={isSmall ? "font-semibold" : "text-xl font-semibold tracking-tight"}>
              {usd(cents)}
            </span>{" "}
            <span className="text-quiet">per tonne</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Cents as the text of a price field; null leaves it empty. */
export function dollars<Cents extends number | null>(cents: Cents) {
  return (cents === null ? null : (cents / 100).toFixed(2)) as Cents extends null ? null : string;
}

interface ChangeProps {
  beforeCents: number;
  afterCents: number;
  /** Remark below a price that does not change. */
  note?: string | undefined;
}

export function PriceChange({ beforeCents, afterCents, note }: ChangeProps) {
  if (beforeCents === afterCents) {
    return (
      <span className="text-quiet tabular-nums">
        {usd(beforeCents)}
        {note && <span className="block text-sm">{note}</span>}
      </span>
    );
  }
  return (
    <span className="tabular-nums">
      <s className="text-quiet">
        <span className="sr-only">before </span>
        {usd(beforeCents)}
      </s>{" "}
      <span aria-hidden="true">→</span> <strong className="font-semibold">{usd(afterCents)}</strong>
    </span>
  );
}
