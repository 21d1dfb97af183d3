"use client";
// What a portfolio costs, in the API and on the checkout page.
import { KG_PER_TONNE } from "#core/mass";
import { formatMoney } from "#core/money";

interface Props {
  apiCents: number;
  checkoutCents: number;
}

function Price({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5">
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {formatMoney(cents, "USD", "en-US")}
        </span>{" "}
        <span className="text-[0.9375rem] text-quiet">a kg</span>
        <span className="block text-sm text-quiet tabular-nums">
          {formatMoney(cents * KG_PER_TONNE, "USD", "en-US")} a tonne
        </span>
      </dd>
    </div>
  );
}

export function Prices({ apiCents, checkoutCents }: Props) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
      <Price label="By the API" cents={apiCents} />
      <Price label="At checkout" cents={checkoutCents} />
    </dl>
  );
}
