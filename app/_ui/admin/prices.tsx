"use client";
import type { ReactNode } from "react";
import { KG_PER_TONNE } from "#core/mass";
import { TextField } from "./form";
import { money } from "./format";

/** "$0.02 per kg". */
export const perKg = (cents: number) => `${money(cents, "USD")} per kg`;

const perTonne = (cents: number) => `${money(cents * KG_PER_TONNE, "USD")} per tonne`;

/** A price for a table whose head says "per kg". */
export function PriceCell({ cents, children }: { cents: number; children?: ReactNode }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {money(cents, "USD")}
      <span className="block text-sm text-quiet">{perTonne(cents)}</span>
      {children && <span className="block text-sm text-quiet">{children}</span>}
    </span>
  );
}

interface PricesProps {
  apiCents: number;
  checkoutCents: number;
  size?: "normal" | "small";
}

/** Prices of a portfolio, through the API and at checkout. */
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
              {money(cents, "USD")}
            </span>{" "}
            <span className="text-quiet">per kg</span>
            <span className="block text-quiet">{perTonne(cents)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields for a price through the API and a price at checkout. */
export function PriceFields({ hint }: { hint?: string }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        name="api_price_per_kg_usd_cents"
        label="API price (US cents per kg)"
        inputMode="numeric"
        hint={hint}
      />
      <TextField
        name="checkout_price_per_kg_usd_cents"
        label="Checkout price (US cents per kg)"
        inputMode="numeric"
        hint={hint}
      />
    </div>
  );
}
