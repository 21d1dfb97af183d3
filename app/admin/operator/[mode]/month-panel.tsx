"use client";
// What all accounts bought this month.
import { useQuery } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function Figure({ value, of }: { value: string; of: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="mt-1 text-[0.9375rem] text-quiet">{of}</dt>
      <dd className="text-3xl font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  );
}

export function MonthPanel() {
  const found = useQuery(useTRPC().operatorOverview.month.queryOptions());
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading lines={2} />;
  const { since, orders, kg, cents, accounts } = found.data;
  return (
    <Panel title={`Sold in ${month.format(new Date(since))}, by UTC`}>
      <dl className="grid gap-6 sm:grid-cols-3">
        <Figure value={formatMoney(cents, "USD", "en")} of="at the orders' prices" />
        <Figure value={formatMass(kg)} of="of CO₂e" />
        <Figure
          value={orders.toLocaleString("en-US")}
          of={`orders of ${accounts.toLocaleString("en-US")} ${accounts === 1 ? "account" : "accounts"}`}
        />
      </dl>
    </Panel>
  );
}
