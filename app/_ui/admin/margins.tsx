"use client";
import { type Currency, DEFAULT_CURRENCY } from "#core/money";
import { usd } from "./format";
import { Facts, Note, Panel } from "./page";
import { perTonne } from "./prices";

interface MarginProps {
  price: number;
  cost: number;
}

/** The part of a price that the cost of the credits leaves over, per tonne. */
export function Margin({ price, cost }: MarginProps) {
  const amount = price - cost;
  const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });
  return (
    <span className={`tabular-nums ${amount < 0 ? "text-danger" : ""}`}>
      {usd(amount)} ({percent.format(amount / price)})
    </span>
  );
}

interface MarginsProps {
  prices: readonly { currency: Currency; api: number | null; checkout: number | null }[];
  cost: { amount: number; isComplete: boolean } | null;
}

/** Cost of the credits that a category or portfolio sells next, and its margins. */
export function Margins({ prices, cost }: MarginsProps) {
  if (cost === null) {
    return (
      <Panel title="Cost and margin">
        <Note>
          The cost of its credits is not known. Set it on credit lots, or import it with a catalogue
          file.
        </Note>
      </Panel>
    );
  }
  const price = prices.find(({ currency }) => currency === DEFAULT_CURRENCY);
  return (
    <Panel title="Cost and margin">
      <Facts
        facts={{
          "Average cost of its stock": perTonne(cost.amount, DEFAULT_CURRENCY),
          ...(price?.api && {
            "API margin per tonne": <Margin price={price.api} cost={cost.amount} />,
          }),
          ...(price?.checkout && {
            "Checkout margin per tonne": <Margin price={price.checkout} cost={cost.amount} />,
          }),
        }}
      />
      <Note className="mt-4">
        {!cost.isComplete && "Some of its lots have no cost yet; they are left out. "}
        Only operators see costs and margins.
      </Note>
    </Panel>
  );
}
