"use client";
import { usd } from "./format";

export const perTonne = (amount: number) => `${usd(amount)} per tonne`;

interface PricesProps {
  apiPrice: number;
  checkoutPrice: number;
  size?: "normal" | "small";
}

export function Prices({ apiPrice, checkoutPrice, size = "normal" }: PricesProps) {
  const isSmall = size === "small";
  const rows = [
    { label: "API", amount: apiPrice },
    { label: "Checkout", amount: checkoutPrice },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
      {rows.map(({ label, amount }) => (
        <div key={label} className="min-w-0">
          <dt className="text-quiet">{label}</dt>
          <dd className="mt-0.5 tabular-nums">
            <span className={isSmall ? "font-semibold" : "text-xl font-semibold tracking-tight"}>
              {usd(amount)}
            </span>{" "}
            <span className="text-quiet">per tonne</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Cents as the text of a price field; null leaves it empty. */
export function dollars<Price extends number | null>(amount: Price) {
  return (amount === null ? null : (amount / 100).toFixed(2)) as Price extends null ? null : string;
}

interface ChangeProps {
  amountBefore: number;
  amountAfter: number;
  /** Remark below a price that does not change. */
  note?: string | undefined;
}

export function PriceChange({ amountBefore, amountAfter, note }: ChangeProps) {
  if (amountBefore === amountAfter) {
    return (
      <span className="text-quiet tabular-nums">
        {usd(amountBefore)}
        {note && <span className="block text-sm">{note}</span>}
      </span>
    );
  }
  return (
    <span className="tabular-nums">
      <s className="text-quiet">
        <span className="sr-only">before </span>
        {usd(amountBefore)}
      </s>{" "}
      <span aria-hidden="true">→</span>{" "}
      <strong className="font-semibold">{usd(amountAfter)}</strong>
    </span>
  );
}
