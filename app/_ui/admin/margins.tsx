"use client";
import type { Currency } from "#core/money";
import { money } from "./format";
import { Facts, Note, Panel } from "./page";

interface MarginProps {
  price: number;
  cost: number;
  currency: Currency;
}

/** The part of a price that the cost of the credits leaves over, per tonne. */
export function Margin({ price, cost, currency }: MarginProps) {
  const amount = price - cost;
  const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });
  return (
    <span className={`tabular-nums ${amount < 0 ? "text-danger" : ""}`}>
      {money(amount, currency)} ({percent.format(amount / price)})
    </span>
  );
}

interface Prices {
  currency: Currency;
  /** Null if it has none in this currency. */
  api: number | null;
  checkout: number | null;
}

interface Cost {
  currency: Currency;
  amount: number;
  isComplete: boolean;
}

interface MarginsProps {
  /** In each currency that it is sold in. */
  prices: readonly Prices[];
  /** In each currency that its credits cost. */
  costs: readonly Cost[];
}

/** Margins only where price and cost share a currency: no rate is applied. */
function marginFacts({ prices, costs }: MarginsProps) {
  return prices.flatMap(({ currency, api, checkout }) => {
    const cost = costs.find((one) => one.currency === currency)?.amount;
    if (cost === undefined) return [];
    const suffix = prices.length > 1 ? ` in ${currency.toUpperCase()}` : "";
    const margin = (price: number | null) =>
      price !== null && <Margin price={price} cost={cost} currency={currency} />;
    return [
      [`API margin per tonne${suffix}`, margin(api)],
      [`Checkout margin per tonne${suffix}`, margin(checkout)],
    ] as const;
  });
}

/** Costs of the credits that a category or portfolio sells next, and its margins. */
export function Margins({ prices, costs }: MarginsProps) {
  if (costs.length === 0) {
    return (
      <Panel title="Cost and margin">
        <Note>
          The cost of its credits is not known. Set it on credit lots, or import it with a catalogue
          file.
        </Note>
      </Panel>
    );
  }
  const average = costs.map(({ amount, currency }) => money(amount, currency)).join(" · ");
  return (
    <Panel title="Cost and margin">
      <Facts
        facts={{
          "Average cost of its stock": `${average} per tonne`,
          ...Object.fromEntries(marginFacts({ prices, costs })),
        }}
      />
      <Note className="mt-4">
        {costs.some(({ isComplete }) => !isComplete) &&
          "Lots without a cost in a currency are left out of its average. "}
        Only operators see costs and margins.
      </Note>
    </Panel>
  );
}
