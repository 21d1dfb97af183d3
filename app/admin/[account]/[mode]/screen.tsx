"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { redirect } from "next/navigation";
import { useState } from "react";
import { formatMass } from "#core/mass";
import { formatMoneyShort } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account-shell";
import { Choice } from "#ui/admin/button";
import { type Bar, ColumnChart } from "#ui/admin/column-chart";
import { money } from "#ui/admin/format";
import { SoldKg } from "#ui/admin/mass-bars";
import { LatestOrders } from "#ui/admin/order-table";
import { Loaded, Loading, PageHead, Panel, Title } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { Attention, FirstSteps, OrdersByState } from "./overview";

type History = RouterOutput["overview"]["history"];
type Sales = History["days"][number];

const isEmpty = ({ api, checkout, paidCents }: Sales) =>
  api.kg + checkout.kg === 0 && paidCents === 0;

const periods = [
  { value: "days", text: "30 days" },
  { value: "months", text: "12 months" },
] as const;
type Period = (typeof periods)[number]["value"];

const zone = { timeZone: "UTC" } as const;
const labels = {
  days: new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", ...zone }),
  months: new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", ...zone }),
};

const dollars = {
  format: (cents: number) => money(cents, "USD"),
  formatShort: (cents: number) => formatMoneyShort(cents, "USD", "en-US"),
};

function Charts({ history }: { history: History }) {
  const { base, can } = useAccount();
  const [period, setPeriod] = useState<Period>("days");
  if (history.months.every(isEmpty)) return null;
  const barsOf = (pick: (sales: Sales) => number[]): Bar[] =>
    history[period].map((sales) => ({
      label: labels[period].format(new Date(sales.startsOn)),
      values: pick(sales),
    }));
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
          bars={barsOf(({ api, checkout }) => [api.kg, checkout.kg])}
          format={formatMass}
        />
        <ColumnChart
          unit={unit}
          parts={["API"]}
          title="Cost of API orders"
          bars={barsOf(({ api }) => [api.priceCents])}
          {...dollars}
        />
        <ColumnChart
          unit={unit}
          parts={["Checkout"]}
          title="Customers paid"
          bars={barsOf(({ paidCents }) => [paidCents])}
          {...dollars}
        />
      </div>
      <p className="mt-5 text-sm text-pretty text-quiet">
        Days and months in UTC. Sold: fulfilled orders, by the day of fulfillment. Customers paid:
        payments less refunds, by the day of each.
        {can("read_billing") && (
          <>
            {" "}
            <Link href={`${base}/statements`} prefetch={false} className="link">
              View statements
            </Link>
          </>
        )}
      </p>
    </Panel>
  );
}

/** People who are limited to one subaccount see that one instead. */
export default function OverviewPage() {
  const { base, subaccountId } = useAccount();
  if (subaccountId !== null) redirect(`${base}/subaccounts/${subaccountId}`);
  return <Overview />;
}

function Overview() {
  const { account } = useAccount();
  const trpc = useTRPC();
  const orders = useQuery(trpc.orders.list.queryOptions({ limit: 5 }));
  const overview = useQuery(trpc.overview.status.queryOptions());
  const impact = useQuery(trpc.overview.impact.queryOptions());
  const history = useQuery(trpc.overview.history.queryOptions());
  const { data: status } = overview;
  return (
    <>
      <Title>Overview</Title>
      <PageHead title={account.name} />
      {overview.error && <ProblemNote error={overview.error} onRetry={() => overview.refetch()} />}
      {status && <Attention status={status} />}
      {status && <FirstSteps status={status} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title="Sold and retired">
          <Loaded query={impact} lines={2}>
            {(data) => <SoldKg {...data} />}
          </Loaded>
        </Panel>
        {status ? <OrdersByState orders={status.orders} /> : <Loading />}
      </div>
      <Loaded query={history}>{(data) => <Charts history={data} />}</Loaded>
      <LatestOrders title="Latest orders" path="/orders" query={orders} />
    </>
  );
}
