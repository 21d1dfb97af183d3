"use client";
import { usd } from "./format";
import { Facts, Note, Panel } from "./page";
import { perTonne } from "./prices";

interface MarginProps {
  priceCents: number;
  costCents: number;
}

/** The part of a price that the cost of the credits leaves over, per tonne. */
export function Margin({ priceCents, costCents }: MarginProps) {
  const cents = priceCents - costCents;
  const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });
  return (
    <span className={`tabular-nums ${cents < 0 ? "text-danger" : ""}`}>
      {usd(cents)} ({percent.format(cents / priceCents)})
    </span>
  );
}

interface MarginsProps {
  apiCents: number;
  checkoutCents: number;
  cost: { cents: number; isComplete: boolean } | null;
}

/** Cost of the credits that a category or portfolio sells next, and its margins. */
export function Margins({ apiCents, checkoutCents, cost }: MarginsProps) {
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
  return (
    <Panel title="Cost and margin">
      <Facts
        facts={{
          "Average cost of its stock": perTonne(cost.cents),
          "API margin per tonne": <Margin priceCents={apiCents} costCents={cost.cents} />,
          "Checkout margin per tonne": <Margin priceCents={checkoutCents} costCents={cost.cents} />,
        }}
      />
      <Note className="mt-4">
        {!cost.isComplete && "Some of its lots have no cost yet; they are left out. "}
        Only operators see costs and margins.
      </Note>
    </Panel>
  );
}
