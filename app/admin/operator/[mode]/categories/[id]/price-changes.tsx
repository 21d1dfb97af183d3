"use client";
// What the prices that are being typed make of the portfolios' prices, before anything is set.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { formatMoney } from "#core/money";
import { CategoryPrices } from "#schemas/catalogue";
import type { RouterOutput } from "#trpc/router";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import type { Shown } from "./category-detail";

type Row = RouterOutput["operatorCategories"]["priceChanges"]["portfolios"][number];

const head =
  "px-2 py-2 text-sm font-medium whitespace-nowrap text-quiet first:pl-0 last:pr-0 sm:px-3";
const cell = "px-2 py-2 first:pl-0 last:pr-0 sm:px-3";

function Change({ before, after, isDerived }: Row["api"]) {
  if (before === after) {
    return (
      <span className="text-quiet">
        {formatMoney(before, "USD", "en")}
        {!isDerived && <span className="block text-sm">its own, stays</span>}
      </span>
    );
  }
  return (
    <span>
      <s className="text-quiet">
        <span className="sr-only">before </span>
        {formatMoney(before, "USD", "en")}
      </s>{" "}
      <span aria-hidden="true">→</span>{" "}
      <strong className="font-semibold">{formatMoney(after, "USD", "en")}</strong>
    </span>
  );
}

function Changes({ portfolios, ofAccounts }: RouterOutput["operatorCategories"]["priceChanges"]) {
  if (portfolios.length === 0) return <p className="text-sm text-quiet">No portfolio has it.</p>;
  return (
    <>
      <div className="overflow-x-auto">
        <table
          className="w-full text-[0.9375rem] tabular-nums"
          aria-label="What the portfolios will cost"
        >
          <thead>
            <tr>
              <th className={`${head} text-left`}>Portfolio, per kg</th>
              <th className={`${head} text-right`}>API</th>
              <th className={`${head} text-right`}>Checkout</th>
            </tr>
          </thead>
          <tbody>
            {portfolios.map(({ id, name, api, checkout }) => (
              <tr key={id} className="border-t border-line">
                <td className={cell}>{name}</td>
                <td className={`${cell} text-right`}>
                  <Change {...api} />
                </td>
                <td className={`${cell} text-right`}>
                  <Change {...checkout} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ofAccounts > 0 && (
        <p className="mt-2 text-sm text-quiet">
          {ofAccounts.toLocaleString("en-US")} portfolios of single accounts have it too, and
          follow.
        </p>
      )}
    </>
  );
}

export function PriceChanges({ shown }: { shown: Shown }) {
  const typed = CategoryPrices.safeParse(useWatch());
  const now = {
    api_price_per_kg_usd_cents: shown.apiCents,
    checkout_price_per_kg_usd_cents: shown.checkoutCents,
  };
  const found = useQuery(
    useTRPC().operatorCategories.priceChanges.queryOptions(
      { ...(typed.success ? typed.data : now), id: shown.id },
      { placeholderData: keepPreviousData },
    ),
  );
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return null;
  return <Changes {...found.data} />;
}
