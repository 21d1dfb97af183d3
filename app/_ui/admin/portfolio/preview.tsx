"use client";
// What the portfolio being built would cost and buy, asked of the server's own arithmetic.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { Prices } from "./prices";
import { Split } from "./split";
import { type Part, sumOf, WHOLE } from "./weights";

const PAUSE_MS = 200;

/** The value as it was when it last stood still for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function isWhole(parts: readonly Part[]): boolean {
  return sumOf(parts) === WHOLE && parts.every((part) => part.allocated_fraction > 0);
}

function Shown({ parts }: { parts: Part[] }) {
  const settled = useSettled(parts);
  const preview = useQuery(
    useTRPC().portfolios.preview.queryOptions(
      { category_allocations: settled },
      { enabled: isWhole(settled), placeholderData: keepPreviousData },
    ),
  );
  if (preview.error) return <ProblemNote error={preview.error} onRetry={() => preview.refetch()} />;
  if (!preview.data) return <Loading lines={3} />;
  const { apiCentsPerKg, checkoutCentsPerKg } = preview.data;
  return (
    <div aria-busy={preview.isFetching}>
      <Prices apiCents={apiCentsPerKg} checkoutCents={checkoutCentsPerKg} />
      <h3 className="mt-6 mb-3 text-sm text-quiet">A tonne becomes</h3>
      <Split preview={preview.data} />
    </div>
  );
}

export function Preview({ parts }: { parts: Part[] }) {
  return (
    <Panel title="Preview">
      {isWhole(parts) ? (
        <Shown parts={parts} />
      ) : (
        <p className="text-[0.9375rem] text-pretty text-quiet">
          Prices, and what a tonne becomes, show here once the parts come to 100 %.
        </p>
      )}
    </Panel>
  );
}
