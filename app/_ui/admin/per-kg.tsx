"use client";
// What a kilogram costs, in money that people know.
import type { ReactNode } from "react";
import { formatMoney } from "#core/money";

const KG_PER_TONNE = 1000;

/** "$0.02 per kg". */
export function perKg(cents: number): string {
  return `${formatMoney(cents, "USD", "en")} per kg`;
}

interface Props {
  cents: number;
  /** What else there is to say of it. */
  children?: ReactNode;
}

/** The price, and what a tonne comes to. */
export function PerKg({ cents, children }: Props) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoney(cents, "USD", "en")}
      <span className="block text-sm text-quiet">
        {formatMoney(cents * KG_PER_TONNE, "USD", "en")} a tonne
      </span>
      {children && <span className="block text-sm text-quiet">{children}</span>}
    </span>
  );
}
