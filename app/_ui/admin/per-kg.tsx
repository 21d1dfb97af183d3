"use client";
// What a kilogram costs, in money that people know.
import { formatMoney } from "#core/money";

const KG_PER_TONNE = 1000;

/** "$0.02 per kg". */
export function perKg(cents: number): string {
  return `${formatMoney(cents, "en")} per kg`;
}

/** The price, and what a tonne comes to. */
export function PerKg({ cents }: { cents: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoney(cents, "en")}
      <span className="ml-2 text-sm text-quiet">
        {formatMoney(cents * KG_PER_TONNE, "en")} a tonne
      </span>
    </span>
  );
}
