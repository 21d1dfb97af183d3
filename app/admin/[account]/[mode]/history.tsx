"use client";
// Kg and spend over time, through the API and through checkouts.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMass } from "#core/mass";
import { formatMoney, formatMoneyShort } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { Choice } from "#ui/admin/choice";
import { type Bar, ColumnChart } from "#ui/admin/column-chart";
import { Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

type Sold = RouterOutput["overview"]["history"]["days"][number];

const periods = [
  { value: "days", text: "30 days" },
  { value: "months", text: "12 months" },
] as const;

const zone = { timeZone: "UTC" } as const;
const names = {
  days: new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...zone }),
  months: new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", ...zone }),
};

export function History() {
  const [period, setPeriod] = useState<"days" | "months">("days");
  const history = useQuery(useTRPC().overview.history.queryOptions());
  if (history.error) return <ProblemNote error={history.error} onRetry={() => history.refetch()} />;
  if (!history.data) return <Loading />;
  const sold = history.data[period];
  // Where nothing was sold, axes would say nothing.
  if (history.data.months.every(({ api, checkout }) => api.kg + checkout.kg === 0)) return null;
  const barsOf = (pick: (part: Sold["api"]) => number): Bar[] =>
    sold.map(({ startsOn, api, checkout }) => ({
      label: names[period].format(new Date(startsOn)),
      values: [pick(api), pick(checkout)],
    }));
  const every = period === "days" ? "Day" : "Month";
  const shared = { every, parts: ["API", "Checkout"] };
  return (
    <Panel
      title="Over time"
      acts={<Choice legend="Period" options={periods} value={period} onChoose={setPeriod} />}
    >
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
        <ColumnChart
          {...shared}
          title="CO₂e retired"
          bars={barsOf(({ kg }) => kg)}
          format={formatMass}
        />
        <ColumnChart
          {...shared}
          title="Spend"
          bars={barsOf(({ priceCents }) => priceCents)}
          format={(cents) => formatMoney(cents, "USD", "en")}
          formatShort={(cents) => formatMoneyShort(cents, "USD", "en")}
        />
      </div>
      <p className="mt-5 text-sm text-pretty text-quiet">
        Fulfilled orders by the day they were placed, in UTC. Of checkouts, what customers paid.
      </p>
    </Panel>
  );
}
