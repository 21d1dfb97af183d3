"use client";
// The account at a glance: what was retired, over time, how orders stand, and the latest of them.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useHere } from "#ui/admin/account-shell";
import { OrderTable } from "#ui/admin/order-table";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { RetiredKg } from "#ui/admin/retired-kg";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { History } from "./history";
import { Attention, FirstSteps, Orders } from "./standing";

function Retired() {
  const impact = useQuery(useTRPC().overview.impact.queryOptions());
  if (impact.error) return <ProblemNote error={impact.error} onRetry={() => impact.refetch()} />;
  if (!impact.data) return <Loading lines={2} />;
  return <RetiredKg {...impact.data} />;
}

function Overview() {
  const { account, base } = useHere();
  const trpc = useTRPC();
  const orders = useQuery(trpc.orders.list.queryOptions({ limit: 5 }));
  const status = useQuery(trpc.overview.status.queryOptions());
  const latest = orders.data && { data: orders.data.data, has_more: false };
  return (
    <>
      <PageHead title={account.name} />
      {status.error && <ProblemNote error={status.error} onRetry={() => status.refetch()} />}
      {status.data && (
        <>
          <Attention status={status.data} />
          <FirstSteps status={status.data} />
        </>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title="Retired">
          <Retired />
        </Panel>
        {status.data ? <Orders orders={status.data.orders} /> : <Loading />}
      </div>
      <History />
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Latest orders</h2>
        <Link href={`${base}/orders`} prefetch={false} className="link text-[0.9375rem]">
          All orders
        </Link>
      </div>
      <OrderTable query={{ ...orders, data: latest }} />
    </>
  );
}

export default function OverviewPage() {
  return (
    <>
      <Title>Overview</Title>
      <Overview />
    </>
  );
}
