"use client";
import { type Currency, plainAmount } from "#core/money";
import { money } from "./format";

export const perTonne = (amount: number, currency: Currency) =>
  `${money(amount, currency)} per tonne`;

interface PriceListProps {
  prices: readonly { currency: Currency; amount: number | null; note?: string }[];
}

/** A price per tonne, in each currency that has one. */
export function PriceList({ prices }: PriceListProps) {
  return prices.map(({ currency, amount, note }) =>
    amount === null ? null : (
      <span key={currency} className="block tabular-nums">
        {money(amount, currency)}
        {note && <span className="block text-sm text-quiet">{note}</span>}
      </span>
    ),
  );
}

interface PricesProps {
  currency: Currency;
  /** Null if there is no price in the currency. */
  apiPrice: number | null;
  checkoutPrice: number | null;
  size?: "normal" | "small";
}

export function Prices({ currency, apiPrice, checkoutPrice, size = "normal" }: PricesProps) {
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
              {amount === null ? "None" : money(amount, currency)}
            </span>{" "}
            <span className="text-quiet">
              {amount === null ? `in ${currency.toUpperCase()}` : "per tonne"}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The amount as the text of a price field; null leaves it empty. */
export const typedPrice = (minor: number | null, currency: Currency) =>
  minor === null ? null : plainAmount({ minor, currency });

interface ChangeProps {
  currency: Currency;
  /** Null without a price. */
  amountBefore: number | null;
  amountAfter: number | null;
  /** Remark below a price that does not change. */
  note?: string | undefined;
}

export function PriceChange({ currency, amountBefore, amountAfter, note }: ChangeProps) {
  const write = (amount: number | null) => (amount === null ? "none" : money(amount, currency));
  if (amountBefore === amountAfter) {
    return (
      <span className="text-quiet tabular-nums">
        {write(amountBefore)}
        {note && <span className="block text-sm">{note}</span>}
      </span>
    );
  }
  return (
    <span className="tabular-nums">
      {amountBefore !== null && (
        <>
          <s className="text-quiet">
            <span className="sr-only">before </span>
            {write(amountBefore)}
          </s>{" "}
          <span aria-hidden="true">→</span>{" "}
        </>
      )}
      <strong className="font-semibold">{write(amountAfter)}</strong>
    </span>
  );
}
