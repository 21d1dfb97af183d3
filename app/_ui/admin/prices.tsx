"use client";
import type { ReactNode } from "react";
import { money } from "./format";

/** "$7.50 per tonne". */
export const perTonne = (cents: number) => `${money(cents, "USD")} per tonne`;

/** A price for a table whose head says "per tonne". */
export function PriceCell({ cents, children }: { cents: number; children?: ReactNode }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {money(cents, "USD")}
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

/** The price per tonne before and after a change. */
export function PriceChange({ beforeCents, afterCents, note }: ChangeProps) {
  if (beforeCents === afterCents) {
    return (
      <span className="text-quiet tabular-nums">
        {money(beforeCents, "USD")}
        {note && <span className="block text-sm">{note}</span>}
      </span>
    );
  }
  return (
    <span className="tabular-nums">
      <s className="text-quiet">
        <span className="sr-only">before </span>
        {money(beforeCents, "USD")}
      </s>{" "}
      <span aria-hidden="true">→</span>{" "}
      <strong className="font-semibold">{money(afterCents, "USD")}</strong>
    </span>
  );
}
