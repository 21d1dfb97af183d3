"use client";
import { useState } from "react";
import { formatMass } from "#core/mass";
import { type Currency, formatMoneyShort } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { Choice } from "#ui/admin/button";
import { type Bar, ColumnChart } from "#ui/admin/column-chart";
import { money } from "#ui/admin/format";
import { Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";

type History = RouterOutput["overview"]["history"];
type Sales = History["days"][number];

const isEmpty = ({ api, checkout, paid }: Sales) => api.kg + checkout.kg === 0 && paid === 0;

const periods = [
  { value: "days", text: "30 days", before: "30 days before" },
  { value: "months", text: "12 months", before: "12 months before" },
] as const;
type Period = (typeof periods)[number]["value"];

const zone = { timeZone: "UTC" } as const;
const labels = {
  days: new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", ...zone }),
  months: new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", ...zone }),
};

const formatsIn = (currency: Currency) => ({
  format: (minor: number) => money(minor, currency),
  formatShort: (minor: number) => formatMoneyShort({ minor, currency }, "en-US"),
});

function endOf(startsOn: string, period: Period): string {
  const start = new Date(startsOn);
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const next = period === "days" ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1);
  return new Date(next - 1).toISOString();
}

function useHasStatements() {
  const { can, modules } = useAccount();
  return can("read_billing") && modules.includes("statements");
}

function useRows(period: Period) {
  const { base } = useAccount();
  const hasStatements = useHasStatements();
  return {
    sold: ({ startsOn }: Sales, filters: Record<string, string> = {}) => {
      const days = { fulfilled_from: startsOn, fulfilled_to: endOf(startsOn, period) };
      return `${base}/orders?${new URLSearchParams({ ...filters, ...days })}`;
    },
    /** The month's statement lists payments and refunds as the chart counts them. */
    paid: ({ startsOn }: Sales) =>
      hasStatements ? `${base}/reports?show=statement&month=${startsOn.slice(0, 7)}` : undefined,
  };
}

function ChartNote() {
  const hasStatements = useHasStatements();
  return (
    <p className="mt-5 text-sm text-pretty text-quiet">
      Days and months in UTC. Sold: fulfilled orders, by the day of fulfillment. Customers paid:
      payments less refunds, by the day of each. The 12 months before end on the same day of the
      month as today. Choose a column to see its rows.
      {hasStatements && (
        <>
          {" "}
          <ScreenLink to="/reports?show=statement">View statements</ScreenLink>
        </>
      )}
    </p>
  );
}

export function Charts({ history }: { history: History }) {
  const [period, setPeriod] = useState<Period>("days");
  const rows = useRows(period);
  if (history.months.every(isEmpty)) return null;
  const barsOf = (pick: (sales: Sales) => number[], hrefOf: (sales: Sales) => Bar["href"]) =>
    history[period].map((sales, at): Bar => {
      const before = history.before[period][at];
      return {
        label: labels[period].format(new Date(sales.startsOn)),
        values: pick(sales),
        before: before ? pick(before).reduce((sum, value) => sum + value, 0) : 0,
        href: hrefOf(sales),
      };
    });
  const { before } = periods.find(({ value }) => value === period) ?? periods[0];
  const unit = period === "days" ? "Day" : "Month";
  return (
    <Panel
      title="History"
      actions={<Choice legend="Period" options={periods} value={period} onChoose={setPeriod} />}
    >
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-3">
        <ColumnChart
          unit={unit}
          parts={["API", "Checkout"]}
          title="Sold"
          before={before}
          bars={barsOf(
            ({ api, checkout }) => [api.kg, checkout.kg],
            (sales) => rows.sold(sales),
          )}
          format={formatMass}
        />
        <ColumnChart
          unit={unit}
          parts={["API"]}
          title="Cost of API orders"
          before={before}
          bars={barsOf(
            ({ api }) => [api.price],
            (sales) => rows.sold(sales, { channel: "api" }),
          )}
          {...formatsIn(history.currency)}
        />
        <ColumnChart
          unit={unit}
          parts={["Checkout"]}
          title="Customers paid"
          before={before}
          bars={barsOf(({ paid }) => [paid], rows.paid)}
          {...formatsIn(history.currency)}
        />
      </div>
      <ChartNote />
    </Panel>
  );
}
